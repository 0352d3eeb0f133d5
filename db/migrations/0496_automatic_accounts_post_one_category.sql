-- An automatic account posts input tax, or the tax of an intra-community acquisition or of a reverse charge: on the wrong
-- one, DATEV takes input tax out of an amount without tax (EXP-20, EXP-26). Accounts are recognised by their usual names;
-- empty means that it is unknown, and the account accepts every category as before.
alter table ledger_account add column automatic_category text check (automatic_category in ('S', 'AE', 'K'));
grant select (automatic_category) on ledger_account to reader, reader_price;
update ledger_account set automatic_category = case
    when name ~* '13b|reverse charge' then 'AE'
    when name ~* 'innergem|i\. ?g\. ?erwerb|acquisition' then 'K'
    else 'S' end
  where automatic and name ~* '13b|reverse charge|innergem|i\. ?g\. ?erwerb|acquisition|vorsteuer|input tax';
