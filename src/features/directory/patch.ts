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

/** The objects of a list by their value, each value once. */
type Listed = Map<string, Json>;

/** The resource between two operations: its lists are kept by value, so that most operations look at one object. */
interface Patching {
  resource: Json;
  readonly lists: Map<string, Listed>;
  /** Objects that operations with other filters looked at. */
  looks: number;
}

/** More looks would keep others waiting. */
const maxLooks = 200_000;

/**
 * The resource after all operations.
 *
 * @throws Refused `scim_path`, `scim_filter`, `scim_no_target`, `scim_read_only` or `scim_value`; then none counts
 */
export function patched(attributes: Attributes, resource: Json, operations: readonly PatchOperation[]): Json {
  const patching: Patching = { resource, lists: new Map(), looks: 0 };
  for (const operation of operations) apply(attributes, patching, operation);
  const lists = [...patching.lists].map(([name, list]) => [name, [...list.values()]]);
  return { ...patching.resource, ...Object.fromEntries(lists) };
}

function apply(attributes: Attributes, patching: Patching, { op, path, value }: PatchOperation): void {
  if (path) {
    const target = targetOf(attributes, path);
    if (target === null) return;
    if (attributes.known[target.name] === 'read_only')
      throw new Refused(refuse('scim_read_only', { values: { path } }));
    change(attributes, patching, target, op, value);
    return;
  }
  if (op === 'remove') throw new Refused(refuse('scim_no_target', { values: { path: '' } }));
  if (!isObject(value)) throw wrongValue('value');
  // Without a path each key is one; what only the product writes is left out, as in a whole resource.
  for (const [key, one] of Object.entries(value)) {
    const target = targetOf(attributes, key);
    if (target !== null && attributes.known[target.name] !== 'read_only')
      change(attributes, patching, target, op, one);
  }
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

function change(
  attributes: Attributes,
  patching: Patching,
  target: Target,
  op: PatchOperation['op'],
  value: unknown,
): void {
  const { name } = target;
  if (attributes.known[name] === 'many') {
    const list = patching.lists.get(name) ?? byValue(listOf(patching.resource[name]));
    patching.lists.set(name, changedList(list, target, op, { value, patching }));
    return;
  }
  patching.resource = changed(attributes, patching.resource, target, op, value);
}

function changed(
  attributes: Attributes,
  resource: Json,
  { name, part }: Target,
  op: PatchOperation['op'],
  value: unknown,
): Json {
  const former = resource[name];
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

function byValue(list: readonly Json[]): Listed {
  return new Map(list.map((object) => [keyOf(object), object]));
}

function changedList(
  list: Listed,
  { name, filter, part }: Target,
  op: PatchOperation['op'],
  { value, patching }: { readonly value: unknown; readonly patching: Patching },
): Listed {
  if (filter === null && part === null) {
    if (op === 'remove') return withoutNamed(list, value);
    return op === 'replace' ? byValue(listOf(value)) : join(list, listOf(value));
  }
  const meant = meantBy(list, filter, patching);
  if (op === 'remove') {
    for (const [key, object] of meant) {
      if (part === null) list.delete(key);
      else list.set(key, without(object, part));
    }
    return list;
  }
  if (meant.length === 0) {
    const made = op === 'add' && filter !== null ? objectOf(filter) : null;
    if (made === null) throw new Refused(refuse('scim_no_target', { values: { path: name } }));
    return join(list, [withValue(made, part, value)]);
  }
  const changed = meant.map(([key, object]) => [key, withValue(object, part, value)] as const);
  for (const [key, object] of changed) list.set(key, object);
  if (changed.every(([key, object]) => keyOf(object) === key)) return list;
  look(patching, list);
  return byValue([...list.values()]);
}

/** Counts a look at each object. */
function look(patching: Patching, { size }: Listed): void {
  patching.looks += size;
  if (patching.looks > maxLooks) throw wrongValue('Operations');
}

/** The objects that a filter means, with their keys; all without one. */
function meantBy(list: Listed, filter: Filter | null, patching: Patching): readonly [string, Json][] {
  const value = filter === null ? null : valueOnly(filter);
  if (value !== null) {
    const object = list.get(value);
    return object === undefined ? [] : [[value, object]];
  }
  look(patching, list);
  return [...list].filter(([, object]) => filter === null || meets(filter, object));
}

/** The key that a filter such as `value eq "17"` means, as clients write it; null for other filters. */
function valueOnly(filter: Filter): string | null {
  const isOne =
    filter.kind === 'compare' && filter.comparison === 'eq' && filter.path.toLowerCase() === 'value';
  return isOne && typeof filter.value === 'string' ? filter.value.toLowerCase() : null;
}

function withValue(object: Json, part: string | null, value: unknown): Json {
  if (part !== null) return { ...object, [part]: single(value) };
  const [given] = listOf(value);
  return { ...object, ...given };
}

/** Entra ID names the members that leave in the value instead of the path; without a value all leave. */
function withoutNamed(list: Listed, value: unknown): Listed {
  if (value === undefined || value === null) return new Map();
  for (const object of listOf(value)) list.delete(keyOf(object));
  return list;
}

const keyOf = ({ value }: Json): string => String(value).toLowerCase();

/** Adds objects, each value once; a new primary one replaces the former (RFC 7643, 2.4). */
function join(list: Listed, added: readonly Json[]): Listed {
  if (added.some(({ primary }) => primary === true))
    for (const [key, object] of list) if ('primary' in object) list.set(key, without(object, 'primary'));
  for (const object of added) {
    const key = keyOf(object);
    list.delete(key);
    list.set(key, object);
  }
  return list;
}

/** The object that a filter of equal values describes, such as `type eq "work"`; null for other filters. */
function objectOf(filter: Filter): Json | null {
  if (filter.kind === 'compare' && filter.comparison === 'eq') return { [filter.path]: filter.value };
  if (filter.kind !== 'and') return null;
  const [left, right] = filter.of.map(objectOf);
  return left && right ? { ...left, ...right } : null;
}
