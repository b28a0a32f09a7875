"""Says in the reader's language why the system refused something, such as to open a file."""

from errno import errorcode

from host_tools.i18n import has_message, message


def os_reason(error: Exception) -> str:
    """Return what the system says went wrong: by the catalogues (`cli.os.ENOENT`), else in the system's own words.

    Errors of TLS and of name look-ups have numbers of their own. What is no OSError says itself what is wrong.
    """
    if not isinstance(error, OSError):
        return str(error)
    key = f"cli.os.{errorcode.get(error.errno or 0, '')}"
    if type(error).__module__ == "builtins" and has_message(key):
        return message(key)
    return error.strerror or str(error)
