-- A worker takes jobs under several names of the queue, one for what takes long: those beside the first name it here.
alter table worker add column beside text;
