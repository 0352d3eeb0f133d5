-- The visual form of a name: without invisible characters, and with Latin letters for similar Cyrillic and Greek
-- ones.
create or replace function app.look_alike(in_name text) returns text language sql immutable parallel safe strict set search_path to '' as $$
  select btrim(translate(
    lower(normalize(regexp_replace(in_name,
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]',
      '', 'g'), NFKC) collate app.german),
    'авеёіїјкмнорстухѕԁһӏԛԝѵαβγεζηικμνορτυχςցհոօսıɑɡɩʟ',
    'abeëiïjkmhopctyxsdhlqwvabyeznikmvoptuxcghnouiagil'))
$$;
grant execute on function app.look_alike(text) to operator;
