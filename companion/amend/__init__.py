"""The past of the running race put right: a line inserted, changed or removed, and what came after it judged again.

Nothing in the journal is ever rewritten. A change is inputs like any others: undos back to where it begins, then the
lines as they should have been.

    counting   which inputs make the race what it is
    change     what is to be entered for a change, and what comes of it
    view       the same in words
    desk       the referee's desk as the page's threads see it
"""
