// Entry point of the captain's page: loads its controller, and says so if that fails.

import { showStartFailure } from "../../js/start-failure.js";

import("./captain-page.js").catch(showStartFailure);
