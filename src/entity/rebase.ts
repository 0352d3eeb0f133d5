import { type ChildDraft, type Draft, sameValue } from './draft.ts';

type Named<Part> = Readonly<Record<string, Part>>;

/** The record as it is now, with the fields on top that `mine` has changed of what it was `before`. */
export function rebased(before: Draft, now: Draft, mine: Draft): Draft {
  const children = ownParts(before.children, now.children, mine.children);
  return {
    values: ownParts(before.values, now.values, mine.values),
    children: Object.fromEntries(
      Object.entries(children).map(([name, rows]) => [name, restamped(rows, now.children[name] ?? [])]),
    ),
    links: ownParts(before.links, now.links, mine.links),
  };
}

function ownParts<Part>(before: Named<Part>, now: Named<Part>, mine: Named<Part>): Named<Part> {
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => {
      const own = mine[name];
      return [name, own !== undefined && !sameValue(own, before[name]) ? own : value];
    }),
  );
}

/** Own rows as changes of what is stored now; those that are gone stay gone. */
function restamped(rows: readonly ChildDraft[], stored: readonly ChildDraft[]): readonly ChildDraft[] {
  return rows.flatMap((row) => {
    const now = stored.find(({ id }) => id === row.id);
    if (row.id === null) return [row];
    return now === undefined ? [] : [{ ...row, stamp: now.stamp }];
  });
}
