"""The addresses of this machine: where phones find the page, and by which names it may be asked for.

Read from the kernel by ioctl and /proc: getifaddrs asks over netlink, which the service's unit does not let it use.
"""

import array
import fcntl
import ipaddress
import re
import socket
import struct
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

LOOPBACK = "127.0.0.1"
EVERY_IPV4, EVERY_ADDRESS = "0.0.0.0", "::"  # noqa: S104 - compared and offered, not bound
ASKED_AGAIN_S = 5.0
"""How soon an address that the network has given is known."""
_SIOCGIFCONF = 0x8912
_IFREQ = struct.Struct("16s4x4s" + ("16x" if struct.calcsize("P") == 8 else "8x"))
"""One answer of SIOCGIFCONF: the interface's name, its IPv4 address (struct ifreq)."""
_MOST = 64
_IF_INET6 = Path("/proc/net/if_inet6")
_PASSING = 0x01 | 0x20 | 0x40
"""IPv6 addresses that are temporary, deprecated or tentative (IFA_F_*): not for a printed card."""


class Network(NamedTuple):
    """An address of this machine on one of its networks."""

    interface: str
    address: str
    """As it stands in a URL: IPv6 in brackets."""
    lasting: bool = True
    """Whether it is worth telling people."""


def networks() -> list[Network]:
    """Every address of this machine but loopback ones, IPv4 first."""
    return [*_ipv4(), *_ipv6()]


def shown(bound: str, own: Sequence[Network]) -> list[Network]:
    """Of `own`, where phones find a page that is bound to this host; nothing when it is this machine's alone."""
    own = [each for each in own if each.lasting]
    if bound == EVERY_ADDRESS:
        return own
    if bound == EVERY_IPV4:
        return [each for each in own if not each.address.startswith("[")]
    host = f"[{bound}]" if ":" in bound else bound
    if is_loopback(host):
        return []
    return [each for each in own if each.address == host] or [Network("", host)]


def own_name() -> str:
    """The name by which mDNS (avahi) tells this machine."""
    return f"{socket.gethostname().partition('.')[0].lower()}.local"


def is_loopback(host: str) -> bool:
    """Whether a host, as it stands in a URL, is this machine for itself."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Hosts:
    """The names and addresses by which this machine may be asked: any other is a page that was rebound to it."""

    def __init__(
        self,
        more: Sequence[str],
        own: Callable[[], list[Network]] = networks,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`more` are further names, such as a router's for this machine."""
        self._more = {name.lower().rstrip(".") for name in more if name}
        self._own, self._now_s = own, now_s
        self._known: set[str] = set()
        self._asked_s = -ASKED_AGAIN_S

    def __contains__(self, host: object) -> bool:
        """Whether `host`, a name or an address without its port, is this machine's."""
        if not isinstance(host, str):
            return False
        name = re.sub(r"\.$", "", host.lower())
        return name in self._more or is_loopback(name) or name in self._now()

    def _now(self) -> set[str]:
        if self._now_s() - self._asked_s >= ASKED_AGAIN_S:
            hostname = socket.gethostname().lower()
            self._known = {hostname, hostname.partition(".")[0], own_name(), *(each.address for each in self._own())}
            self._asked_s = self._now_s()
        return self._known


def _ipv4() -> Iterator[Network]:
    answer = array.array("B", bytes(_MOST * _IFREQ.size))
    where, _ = answer.buffer_info()
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            told = fcntl.ioctl(asking, _SIOCGIFCONF, struct.pack("iP", len(answer), where))
    except OSError:
        return
    length, _ = struct.unpack("iP", told)
    for interface, packed in _IFREQ.iter_unpack(answer[:length].tobytes()):
        address = ipaddress.IPv4Address(packed)
        if not address.is_loopback:
            yield Network(interface.partition(b"\0")[0].partition(b":")[0].decode("ascii", "replace"), str(address))


def _ipv6() -> Iterator[Network]:
    try:
        lines = _IF_INET6.read_text("ascii").splitlines()
    except OSError:
        return
    for line in lines:
        digits, _index, _prefix, _scope, flags, interface = line.split()
        address = ipaddress.IPv6Address(bytes.fromhex(digits))
        if (
            not address.is_loopback and not address.is_link_local
        ):  # a link-local one needs a zone, which no URL can have
            lasting = address.is_private and not int(flags, 16) & _PASSING
            yield Network(interface, f"[{address}]", lasting)
