"""A certificate authority of a cluster's own, and certificates of its nodes, by the package `cryptography`."""

import datetime
import ipaddress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from host_tools.private_files import write_private

AUTHORITY, AUTHORITY_KEY = "authority.crt", "authority.key"
CERTIFICATE, KEY = "node.crt", "node.key"
_VALID = datetime.timedelta(days=3650)
_USES = (
    "digital_signature",
    "content_commitment",
    "key_encipherment",
    "data_encipherment",
    "key_agreement",
    "key_cert_sign",
    "crl_sign",
    "encipher_only",
    "decipher_only",
)
_EARLIER = datetime.timedelta(days=1)
"""A node's clock may be behind."""


def make_authority(folder: Path) -> None:
    """Write a new authority's certificate and key into the folder, unless it has one. Raises OSError."""
    if (folder / AUTHORITY_KEY).exists():
        return
    key, name = ec.generate_private_key(ec.SECP256R1()), _name("Cribbage cluster")
    builder = _builder(name, name, key.public_key())
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    builder = _add_uses(builder, key.public_key(), key.public_key(), "key_cert_sign", "crl_sign")
    _write(folder / AUTHORITY, builder.sign(key, SHA256()))
    _write_key(folder / AUTHORITY_KEY, key)


def make_certificate(authority: Path, folder: Path, host: str) -> None:
    """Write a certificate for the host, a name or an IP address, by the authority in the folder `authority`, and its
    key. Raises OSError, ValueError if the authority's files are damaged."""
    issuer = x509.load_pem_x509_certificate((authority / AUTHORITY).read_bytes())
    issuer_key = load_pem_private_key((authority / AUTHORITY_KEY).read_bytes(), None)
    assert isinstance(issuer_key, ec.EllipticCurvePrivateKey)
    key = ec.generate_private_key(ec.SECP256R1())
    builder = _builder(_name(host), issuer.subject, key.public_key())
    builder = builder.add_extension(x509.SubjectAlternativeName([_alternative_name(host)]), critical=False)
    builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    both = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH])
    builder = builder.add_extension(both, critical=False)
    builder = _add_uses(builder, key.public_key(), issuer_key.public_key(), "digital_signature")
    _write(folder / CERTIFICATE, builder.sign(issuer_key, SHA256()))
    _write_key(folder / KEY, key)


def _builder(subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key)
    builder = builder.serial_number(x509.random_serial_number())
    return builder.not_valid_before(now - _EARLIER).not_valid_after(now + _VALID)


def _add_uses(
    builder: x509.CertificateBuilder, key: ec.EllipticCurvePublicKey, issuer: ec.EllipticCurvePublicKey, *uses: str
) -> x509.CertificateBuilder:
    """Add whose key a certificate has and who has signed it, without which Python 3.13 believes none (RFC 5280, section
    4.2.1), and the key's `uses`: names of arguments of KeyUsage."""
    signed_by = x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer)
    builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    builder = builder.add_extension(signed_by, critical=False)
    return builder.add_extension(x509.KeyUsage(**{use: use in uses for use in _USES}), critical=True)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _alternative_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _write(path: Path, certificate: x509.Certificate) -> None:
    write_private(path, certificate.public_bytes(Encoding.PEM).decode())


def _write_key(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    write_private(path, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode())
