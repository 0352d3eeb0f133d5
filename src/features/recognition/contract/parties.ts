import type { ContractParties } from '../contract-reading.ts';
import type { KnownParties } from '../reading.ts';
import { accountsOf } from '../text/accounts.ts';
import { evidenceOf, found } from '../text/evidence.ts';
import type { Layout } from '../text/layout.ts';
import type { Found } from '../text/page-reading.ts';
import { sectionsOf } from '../text/sections.ts';
import { vatIdsOf } from '../text/tax-ids.ts';
import type { Passage } from './passages.ts';

/** Legal forms at the end of a company name. */
const legalForm =
  /(?<![\p{L}])(?:GmbH(?:\s&\sCo\.?\sKG(?:aA)?)?|gGmbH|mbH|AG(?:\s&\sCo\.?\sKG)?|KGaA|KG|OHG|UG(?:\s\(haftungsbeschränkt\))?|GbR|e\.\s?K\.|e\.\s?V\.|eG|SE|S\.?A\.?R\.?L\.?|SAS|S\.A\.|B\.?V\.?|N\.V\.|Inc\.?|LLC|Ltd\.?|Limited|PLC|Corp\.?|S\.?r\.?l\.?|S\.?p\.?A\.?|ApS|A\/S|s\.r\.o\.|a\.s\.|VVaG)(?![\p{L}])/gu;
/** Words of a name, including the legal form. */
const longestName = 7;
/** Names that are looked up; a contract contains fewer. */
const maxNames = 400;

/** The possible partners of a contract, without the tenant's own companies. */
export function contractPartiesOf(
  layout: Layout,
  passages: readonly Passage[],
  known: KnownParties,
): ContractParties {
  const evidence = evidenceOf(layout);
  const sections = sectionsOf(layout);
  const own = {
    own: known.own.map(({ name, vatId }) => ({
      names: [name],
      vatIds: vatId === null ? [] : [vatId],
      ibans: [],
    })),
  };
  const { allIbans } = accountsOf(evidence, sections, own);
  const ownNames = new Set(known.own.map(({ name }) => name.toLowerCase()));
  return {
    vatIds: vatIdsOf(evidence, sections, own).filter(({ isInvalid }) => isInvalid !== true),
    ibans: allIbans.filter(({ isInvalid }) => isInvalid !== true),
    names: passages
      .filter(({ sort }) => sort === 'sentence')
      .flatMap(namesIn)
      .filter(({ value }) => !ownNames.has(value.toLowerCase()))
      .slice(0, maxNames),
  };
}

/** Announces the parties of a contract. */
const preamble =
  /(?<!\p{L})(?:zwischen|between|(?:auftrag|an|vermiet|leasing-?geb|lizenzgeb|dienstleist)(?:nehmer|bieter|er)(?:in)?|lieferant(?:in)?|provider|lessor|licensor|supplier|contractor)(?!\p{L})/iu;

/** The name of the only other party, from the sentence that names the parties; null for none and for several. */
export function partnerNameOf(passages: readonly Passage[], known: KnownParties): Found<string> | null {
  const ownNames = new Set(known.own.map(({ name }) => name.toLowerCase()));
  const named = passages
    .filter(({ text, page }) => page === 1 && preamble.test(text))
    .flatMap((passage) =>
      [...passage.text.matchAll(legalForm)].flatMap((match) => wholeName(passage, match.index, match[0])),
    )
    .filter(({ value }) => !ownNames.has(value.toLowerCase()));
  const [first] = named;
  const isOne = new Set(named.map(({ value }) => value.toLowerCase())).size === 1;
  return first !== undefined && isOne ? first : null;
}

/** The words with capitals before a legal form, joined by "&", "und" and "+" too. */
function wholeName(passage: Passage, place: number, form: string): Found<string>[] {
  const head = passage.text.slice(Math.max(0, place - 90), place);
  const words = /(?:(?:[\p{Lu}\d][\p{L}\d.&'’-]*|&|\+)\s){1,6}$/u.exec(head);
  const start = place - (words?.[0].length ?? 0);
  const end = place + form.length;
  return words === null ? [] : [found(passage.text.slice(start, end), { cell: passage, start, end }, false)];
}

/** Returns one name per possible start before the legal form: only the master data know the right one. */
function namesIn(passage: Passage): Found<string>[] {
  return [...passage.text.matchAll(legalForm)].flatMap((match) => {
    const end = match.index + match[0].length;
    const before = [...passage.text.slice(Math.max(0, match.index - 90), match.index).matchAll(/\S+/g)];
    const offset = Math.max(0, match.index - 90);
    return before
      .slice(-(longestName - 1))
      .map(({ index }) => offset + index)
      .filter((start) => !/[.;:]\s/.test(passage.text.slice(start, match.index)))
      .map((start) => found(passage.text.slice(start, end), { cell: passage, start, end }, false));
  });
}
