import { z } from 'zod';
import { Refused, refuse } from '../../base/refusal.ts';
import { type Attributes, attributeName, isObject, type Json, withoutSchema } from './attributes.ts';
import { type Filter, meets, parseFilter } from './filter.ts';

/** A request of PATCH (RFC 7644, 3.5.2). Entra ID writes `Add`, `Replace` and `Remove`. */
export const patchBody = z.object({
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().max(1000).nullish(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1000),
});

export type PatchOperation = z.output<typeof patchBody>['Operations'][number];

interface Target {
  readonly name: string;
  /** Which objects of a list. */
  readonly filter: Filter | null;
  /** The part of the object, such as `givenName`. */
  readonly part: string | null;
}

/**
 * The resource after all operations.
 *
 * @throws Refused `scim_path`, `scim_filter`, `scim_no_target`, `scim_read_only` or `scim_value`; then none counts
 */
export function patched(attributes: Attributes, resource: Json, operations: readonly PatchOperation[]): Json {
  let result = resource;
  for (const operation of operations) result = applied(attributes, result, operation);
  return result;
}

function applied(attributes: Attributes, resource: Json, { op, path, value }: PatchOperation): Json {
  if (path) {
    const target = targetOf(attributes, path);
    if (target === null) return resource;
    if (attributes.known[target.name] === 'read_only')
      throw new Refused(refuse('scim_read_only', { values: { path } }));
    return changed(attributes, resource, target, op, value);
  }
  if (op === 'remove') throw new Refused(refuse('scim_no_target', { values: { path: '' } }));
  if (!isObject(value)) throw wrongValue('value');
  let result = resource;
  // Without a path each key is one; what only the product writes is left out, as in a whole resource.
  for (const [key, one] of Object.entries(value)) {
    const target = targetOf(attributes, key);
    if (target !== null && attributes.known[target.name] !== 'read_only')
      result = changed(attributes, result, target, op, one);
  }
  return result;
}

function wrongValue(path: string): Refused {
  return new Refused(refuse('scim_value', { values: { path } }));
}

/** What a path names; null for an attribute that is not kept. */
function targetOf(attributes: Attributes, path: string): Target | null {
  const plain = withoutSchema(attributes, path.trim());
  // The attributes of extensions have colons and dots in the name of their schema.
  if (/^urn:/i.test(plain)) return null;
  const found = /^([\w$-]+)(?:\[(.*)\])?(?:\.([\w$-]+))?$/s.exec(plain);
  const [, written, filter, part] = found ?? [];
  if (written === undefined) throw new Refused(refuse('scim_path', { values: { path } }));
  const name = attributeName(attributes, written);
  if (name === null) return null;
  const isList = attributes.known[name] === 'many';
  if ((filter !== undefined && !isList) || (part !== undefined && attributes.known[name] === 'simple'))
    throw new Refused(refuse('scim_path', { values: { path } }));
  return { name, filter: filter === undefined ? null : parseFilter(filter), part: part ?? null };
}

function changed(
  attributes: Attributes,
  resource: Json,
  target: Target,
  op: PatchOperation['op'],
  value: unknown,
): Json {
  const { name, part } = target;
  const former = resource[name];
  if (attributes.known[name] === 'many')
    return { ...resource, [name]: changedList(listOf(former), target, op, value) };
  if (attributes.known[name] === 'complex') {
    const object = isObject(former) ? former : {};
    if (op === 'remove') return { ...resource, [name]: part === null ? {} : without(object, part) };
    if (part !== null) return { ...resource, [name]: { ...object, [part]: single(value) } };
    if (!isObject(value)) throw wrongValue(name);
    return { ...resource, [name]: { ...object, ...value } };
  }
  return op === 'remove' ? without(resource, name) : { ...resource, [name]: single(value) };
}

function without(object: Json, name: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

/** Entra ID writes some single values as a list, or as an object with the value. */
function single(value: unknown): unknown {
  if (Array.isArray(value) && value.length === 1) return single(value[0]);
  return isObject(value) && 'value' in value ? value.value : value;
}

function listOf(value: unknown): readonly Json[] {
  return [value ?? []].flat().map((one) => (isObject(one) ? one : { value: one }));
}

function changedList(
  list: readonly Json[],
  { name, filter, part }: Target,
  op: PatchOperation['op'],
  value: unknown,
): readonly Json[] {
  const isMeant = (object: Json): boolean => filter === null || meets(filter, object);
  if (op === 'remove') return removed(list, isMeant, { part, value: filter === null ? value : undefined });
  if (filter === null && part === null) return op === 'replace' ? listOf(value) : joined(list, listOf(value));
  if (!list.some(isMeant)) {
    const made = op === 'add' && filter !== null ? objectOf(filter) : null;
    if (made === null) throw new Refused(refuse('scim_no_target', { values: { path: name } }));
    return joined(list, [withValue(made, part, value)]);
  }
  return list.map((object) => (isMeant(object) ? withValue(object, part, value) : object));
}

function withValue(object: Json, part: string | null, value: unknown): Json {
  if (part !== null) return { ...object, [part]: single(value) };
  const [given] = listOf(value);
  return { ...object, ...given };
}

/** Entra ID names the members that leave in the value instead of the path. */
function removed(
  list: readonly Json[],
  isMeant: (object: Json) => boolean,
  { part, value }: { readonly part: string | null; readonly value: unknown },
): readonly Json[] {
  if (part !== null) return list.map((object) => (isMeant(object) ? without(object, part) : object));
  const leaving = value === undefined || value === null ? null : new Set(listOf(value).map(keyOf));
  return list.filter((object) => !isMeant(object) || (leaving !== null && !leaving.has(keyOf(object))));
}

const keyOf = ({ value }: Json): string => String(value).toLowerCase();

/** A list with further objects, each value once; a new primary one replaces the former (RFC 7643, 2.4). */
function joined(list: readonly Json[], added: readonly Json[]): readonly Json[] {
  const keys = new Set(added.map(keyOf));
  const kept = list.filter((object) => !keys.has(keyOf(object)));
  const isPrimaryNew = added.some(({ primary }) => primary === true);
  return [...kept.map((object) => (isPrimaryNew ? without(object, 'primary') : object)), ...added];
}

/** The object that a filter of equal values describes, such as `type eq "work"`; null for other filters. */
function objectOf(filter: Filter): Json | null {
  if (filter.kind === 'compare' && filter.comparison === 'eq') return { [filter.path]: filter.value };
  if (filter.kind !== 'and') return null;
  const [left, right] = filter.of.map(objectOf);
  return left && right ? { ...left, ...right } : null;
}
