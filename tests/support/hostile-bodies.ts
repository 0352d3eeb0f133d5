const deep = 100_000;
const nested = (open: string, close: string) => `${open.repeat(deep)}1${close.repeat(deep)}`;
/** Complete bodies that no route accepts. */
export const hostileBodies: Readonly<Record<string, string>> = {
  'a list nested deeply': nested('[', ']'),
  'an object nested deeply': nested('{"a":', '}'),
  'a field nested deeply': `{"email":${nested('[', ']')},"query":${nested('{"a":', '}')}}`,
  'ten megabytes': JSON.stringify({ email: 'x'.repeat(10 * 1024 * 1024) }),
  'many keys': JSON.stringify(
    Object.fromEntries(Array.from({ length: 50_000 }, (_, key) => [`k${key}`, key])),
  ),
  'a key twice': '{"email":"a@a.test","email":{"a":1},"query":"{ client { id } }","query":7}',
  'a prototype': '{"constructor":{"prototype":{"a":1}},"__proto__":{"a":1}}',
  'a key of NUL': '{"\\u0000":1,"email":"\\u0000"}',
  'half a pair': '{"email":"\\ud800","tenant":"\\udc00","query":"\\ud800"}',
  'bytes of no text': '{"email":"\u0000"}',
  'no object': '[]',
  'a number': '1e999',
  'the end too early': '{"email":"',
};
