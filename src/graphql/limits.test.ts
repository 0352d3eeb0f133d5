import { getIntrospectionQuery, Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { checkOperation, checkText, defaultLimits, type Limits } from './limits.ts';

function check(text: string, limits: Partial<Limits> = {}) {
  const document = parse(text);
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('the operation comes first');
  return checkOperation(document, operation, { ...defaultLimits, ...limits })?.values;
}

describe('API-05 limits', () => {
  it('counts fields and depth after expanding fragments', () => {
    const text = '{ a { ...f } b { ... { ...f } } } fragment f on t { x y { z } }';
    expect(check(text, { fields: 8, depth: 3 })).toBeUndefined();
    expect(check(text, { fields: 7 })).toEqual({ what: 'fields', limit: 7 });
    expect(check(text, { depth: 2 })).toEqual({ what: 'depth', limit: 2 });
    expect(check('{ a b ...f } fragment f on t { c d }', { rootFields: 3 })).toEqual({
      what: 'root fields',
      limit: 3,
    });
  });

  it('exempts introspection from the depth', () => {
    expect(check('{ __schema { a { b { c { d } } } } t { id } }', { depth: 2 })).toBeUndefined();
    expect(check('{ ...i } fragment i on query_root { t { a { b } } }', { depth: 2 })).toBeDefined();
  });

  it('API-44 allows one question about the schema, without nested lists', () => {
    const what = (text: string) => check(text)?.what;
    expect(what('{ __schema { types { name } } __type(name: "t") { fields { name } } }')).toBeUndefined();
    expect(what('{ a: __schema { types { name } } ...i } fragment i on q { b: __schema { x } }')).toBe(
      'introspections',
    );
    expect(what('{ a: __type(name: "t") { name } b: __type(name: "t") { name } }')).toBe('introspections');
    const names = Array.from({ length: 401 }, (_, n) => `a${n}: name`).join(' ');
    expect(what(`{ __schema { types { ${names} } } }`)).toBe('introspection fields');
    expect(
      what('{ __schema { types { fields { type { ...f } } } } } fragment f on t { fields { name } }'),
    ).toBe('introspection depth');
    expect(what('{ form { fields { fields { fields { id } } } } }')).toBeUndefined();
    expect(what(getIntrospectionQuery())).toBeUndefined();
  });

  it('counts tokens and brackets before parsing', () => {
    expect(checkText('{ a b c }', { ...defaultLimits, tokens: 4 })?.code).toBe('limit_exceeded');
    expect(checkText('{ a b c }', { ...defaultLimits, tokens: 5 })).toBeUndefined();
    expect(checkText('{{{', { ...defaultLimits, nesting: 2 })?.code).toBe('limit_exceeded');
    expect(() => checkText('{ a "', defaultLimits)).toThrow('Syntax Error');
  });

  it('API-48 limits fragments, because they are compared pairwise', () => {
    const spread = (count: number) =>
      `{ t { ${Array.from({ length: count }, (_, n) => `...f${n}`).join(' ')} } } ${Array.from({ length: count }, (_, n) => `fragment f${n} on t { id }`).join(' ')}`;
    expect(checkText(spread(100), defaultLimits)).toBeUndefined();
    expect(checkText(spread(101), defaultLimits)?.values).toEqual({ what: 'fragments', limit: 100 });
    // A field may have this name as well.
    expect(checkText(`{ ${'fragment '.repeat(200)} }`, defaultLimits)).toBeUndefined();
  });
});
