-- A worker that was frozen hands over no mail that another one has taken up (JOB-06). The attempt of which it is certain that no mail
-- server has the whole mail yet: set with the attempt, taken away right before the end of the mail leaves. Nodes of a former version set
-- nothing, so that what they left behind counts as handed over.
alter table mail add column attempt_before_end integer;
