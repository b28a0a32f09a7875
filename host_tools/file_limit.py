"""The limit of open files of this process and those that it starts: each connection is one."""


def raise_file_limit(count: int) -> int:
    """Raise this process's limit of open files to `count`, or as far as allowed; return how many of `count` it may
    open."""
    try:
        import resource
    except ImportError:  # Windows counts otherwise.
        return count
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    new_limit = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < new_limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (new_limit, hard))
    return new_limit
