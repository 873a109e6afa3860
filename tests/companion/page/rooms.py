"""Every route of a house, those of its rooms that are built late included."""

from flask import Flask
from werkzeug.routing import Rule

from companion.page.late import Late


def late_rooms(app: Flask) -> list[Late]:
    return [each for each in app.blueprints.values() if isinstance(each, Late)]


def rules(app: Flask) -> list[Rule]:
    late = {f"{each.name}.enter" for each in late_rooms(app)}
    at_once = [rule for rule in app.url_map.iter_rules() if rule.endpoint not in late]
    return [*at_once, *(rule for each in late_rooms(app) for rule in each.room().url_map.iter_rules())]


def rule_for(app: Flask, path: str, method: str) -> Rule:
    """The route that answers. Raises Werkzeug's NotFound or MethodNotAllowed without one."""
    rule, _ = app.url_map.bind("localhost").match(path, method, return_rule=True)
    room = app.blueprints[rule.endpoint.partition(".")[0]] if "." in rule.endpoint else None
    if isinstance(room, Late):
        rule, _ = room.room().url_map.bind("localhost").match(path, method, return_rule=True)
    return rule
