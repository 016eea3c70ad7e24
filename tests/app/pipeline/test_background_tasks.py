"""Background work that nobody waits for is reported when it ends in a way nobody foresaw."""

from concurrent.futures import Future

import pytest

from app.pipeline.background_tasks import TaskThread, report_unexpected


@pytest.mark.usefixtures("expected_error_logs")
def test_a_task_that_fails_is_logged_and_told_and_the_next_one_runs(caplog):
    told, done = [], []

    def fails(what):
        raise KeyError(what)

    tasks = TaskThread("tasks", told.append)
    assert tasks.run("looking for it", fails, "nowhere")
    assert tasks.run("counting", done.append, 1)
    tasks.close()
    assert done == [1]
    (sentence,) = told
    assert "while looking for it (KeyError('nowhere'))" in sentence
    assert "looking for it failed" in caplog.text
    assert "Traceback" in caplog.text


def test_a_task_for_a_thread_that_was_closed_is_refused_and_does_not_raise():
    tasks = TaskThread("tasks", lambda sentence: None)
    tasks.close()
    tasks.close()
    assert not tasks.run("nothing", print)


def test_what_was_cancelled_is_nothing_to_report():
    told = []
    future = Future()
    report_unexpected(future, "waiting", told.append)
    future.cancel()
    future.set_running_or_notify_cancel()
    assert not told
