"""Report at the end how often the power was cut."""


def pytest_terminal_summary(terminalreporter):
    reports = terminalreporter.stats.get("passed", [])
    cuts = sum(value for report in reports for name, value in report.user_properties if name == "power cuts")
    if cuts:
        terminalreporter.write_line(f"power cuts survived: {cuts:,}")
