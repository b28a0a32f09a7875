"""Tests that certificates of a cluster are believed by the strictest verification, as Python 3.13 does by itself."""

import ssl

import pytest

from host_tools.live.certificates import AUTHORITY, CERTIFICATE, KEY, make_authority, make_certificate


@pytest.fixture(params=["192.168.1.10", "desk.club.example", "fd00::10"])
def node(request, tmp_path):
    """The host of a node, and the folder with its certificate and the authority's."""
    make_authority(tmp_path)
    make_certificate(tmp_path, tmp_path, request.param)
    return request.param, tmp_path


def handshake(node, host, authority):
    """A TLS connection between two ends in memory, in which the client verifies strictly, and so does the server."""
    _, folder = node
    ends = []
    for is_server in (False, True):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER if is_server else ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(authority)
        context.verify_mode = ssl.CERT_REQUIRED
        context.verify_flags |= ssl.VERIFY_X509_STRICT
        context.load_cert_chain(folder / CERTIFICATE, folder / KEY)
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        name = None if is_server else host
        ends.append((context.wrap_bio(incoming, outgoing, is_server, name), incoming, outgoing))
    for _ in range(4):
        for (end, _, outgoing), (_, incoming, _) in zip(ends, reversed(ends), strict=True):
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                pass
            incoming.write(outgoing.read())
    return [end.version() for end, _, _ in ends]


def test_a_node_is_believed_by_the_strictest_verification(node):
    host, folder = node
    assert handshake(node, host, folder / AUTHORITY) == ["TLSv1.3"] * 2


def test_a_node_is_believed_for_no_other_host_and_by_no_other_authority(node, tmp_path_factory):
    host, folder = node
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        handshake(node, "192.168.1.99", folder / AUTHORITY)
    other = tmp_path_factory.mktemp("other")
    make_authority(other)
    with pytest.raises(ssl.SSLCertVerificationError):
        handshake(node, host, other / AUTHORITY)
