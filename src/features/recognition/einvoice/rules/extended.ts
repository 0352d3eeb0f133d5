import { cents, numberOf, plain, sumOf } from './decimal.ts';
import { isExtended } from './editions.ts';
import { allLines, parts, partsOf, those } from './places.ts';
import { oncePerCase, type Rule, rule } from './rule.ts';

const ids = oncePerCase(({ invoice }) => new Set(invoice.lines.map(({ id }) => id)));
const groups = those(allLines, ({ statusReason }) => statusReason === 'GROUP');

/** BR-FXEXT-08 and BR-FXEXT-11: lines within lines of Factur-X EXTENDED. */
export const extendedRules: readonly Rule[] = [
  rule({
    id: 'BR-FXEXT-08',
    terms: ['BT-131'],
    text: 'subLineSum',
    at: groups,
    when: isExtended,
    fault: (group, subject) => {
      const stated = numberOf(group.net);
      const inner = partsOf(group, subject).filter(({ statusReason }) => statusReason !== 'INFORMATION');
      const computed = cents(sumOf(inner.map(({ net }) => net)));
      if (stated === null || stated.eq(computed)) return false;
      return { stated: plain(stated), computed: plain(computed) };
    },
  }),
  rule({
    id: 'BR-FXEXT-11',
    terms: ['BT-126'],
    text: 'parentMissing',
    at: parts,
    when: isExtended,
    fault: ({ parentId }, subject) => (ids(subject).has(parentId) ? false : { value: parentId ?? '' }),
  }),
];
