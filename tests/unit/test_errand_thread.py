"""Background work that nobody waits for is reported when it ends in a way nobody foresaw."""

from concurrent.futures import Future

import pytest

from pipeline.errand_thread import ErrandThread, report_unexpected


@pytest.mark.usefixtures("expected_error_logs")
def test_an_errand_that_fails_is_logged_and_told_and_the_next_one_runs(caplog):
    told, done = [], []

    def fails(what):
        raise KeyError(what)

    errands = ErrandThread("errands", told.append)
    assert errands.run("looking for it", fails, "nowhere")
    assert errands.run("counting", done.append, 1)
    errands.close()
    assert done == [1]
    (sentence,) = told
    assert "while looking for it (KeyError('nowhere'))" in sentence
    assert "looking for it failed" in caplog.text
    assert "Traceback" in caplog.text


def test_an_errand_for_a_thread_that_was_closed_is_refused_and_does_not_raise():
    errands = ErrandThread("errands", lambda sentence: None)
    errands.close()
    errands.close()
    assert not errands.run("nothing", print)


def test_what_was_cancelled_is_nothing_to_report():
    told = []
    future = Future()
    report_unexpected(future, "waiting", told.append)
    future.cancel()
    future.set_running_or_notify_cancel()
    assert not told
