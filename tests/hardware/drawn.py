"""What a drawing says."""

import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


def texts(drawing: str) -> list[str]:
    return ["".join(element.itertext()) for element in ET.fromstring(drawing).iter(f"{SVG}text")]  # noqa: S314 - our own
