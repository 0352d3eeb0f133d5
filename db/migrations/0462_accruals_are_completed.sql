-- What a batch of accruals books: lines of orders, and contracts. A later batch of the month books what was left out. Null
-- for lists, and for batches from before, which are not completed.
alter table closed_month_file add column booked_lines bigint[], add column booked_contracts bigint[];
