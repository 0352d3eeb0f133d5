-- A running request that has ordered from one of two merged suppliers keeps that order, with the lines that were still to be ordered from
-- the other one (ADM-22): what a letter does not tell yet is a change of its order, as if somebody had added the lines. Only where both
-- were told something, nobody could say what stands in which letter.
drop function if exists app.shared_orders(bigint, bigint, bigint);
-- function app.is_untold
-- function app.shared_orders
