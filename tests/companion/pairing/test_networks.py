"""Where phones find the table, and the names by which it may be asked."""

import ipaddress
import socket

import pytest

from companion.pairing.networks import ASKED_AGAIN_S, Hosts, Network, networks, own_name, shown

CABLE, WIFI, UNIQUE = Network("eth0", "192.168.1.7"), Network("wlan0", "10.0.0.4"), Network("wlan0", "[fd00::4]")
PUBLIC = Network("wlan0", "[2001:db8::4]", lasting=False)
OWN = [CABLE, WIFI, UNIQUE, PUBLIC]


def test_this_machine_s_addresses_are_its_own() -> None:
    for network in networks():
        address = ipaddress.ip_address(network.address.strip("[]"))
        assert network.interface
        assert not address.is_loopback
        family = socket.AF_INET6 if address.version == 6 else socket.AF_INET
        with socket.socket(family, socket.SOCK_DGRAM) as own:
            own.bind((str(address), 0))


@pytest.mark.parametrize(
    ("bound", "found"),
    [
        ("0.0.0.0", [CABLE, WIFI]),  # noqa: S104 - nothing is bound
        ("::", [CABLE, WIFI, UNIQUE]),
        ("127.0.0.1", []),
        ("::1", []),
        ("localhost", []),
        ("10.0.0.4", [WIFI]),
        ("fd00::4", [UNIQUE]),
        ("table.example", [Network("", "table.example")]),
    ],
)
def test_what_the_page_is_bound_to_decides_where_it_is_found(bound: str, found: list[Network]) -> None:
    assert shown(bound, OWN) == found


def test_the_machine_is_asked_by_its_own_names_and_addresses_only() -> None:
    hosts = Hosts(["Table.Example", ""], lambda: OWN)
    own = ["localhost", "127.0.0.1", "127.8.9.1", "[::1]", own_name(), own_name() + ".", socket.gethostname().upper()]
    for host in [*own, "192.168.1.7", "[fd00::4]", "[2001:db8::4]", "table.example"]:
        assert host in hosts, host
    for host in [
        "192.168.1.8",
        "[fd00::5]",
        "evil.example",
        "localhost.evil.example",
        "x.table.example",
        "0x7f000001",
        "",
    ]:
        assert host not in hosts, host


def test_an_address_that_the_network_gives_anew_is_known_soon() -> None:
    now_s, own = [0.0], [CABLE]
    hosts = Hosts([], lambda: list(own), lambda: now_s[0])
    assert "10.0.0.4" not in hosts
    own.append(WIFI)
    assert "10.0.0.4" not in hosts
    now_s[0] += ASKED_AGAIN_S
    assert "10.0.0.4" in hosts
