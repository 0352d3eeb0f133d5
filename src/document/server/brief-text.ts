import type { Language } from '../../base/language.ts';
import { type Amount, compareAmounts, dividedBy, minus, round, times } from '../../base/money.ts';
import { formatDay } from '../../base/typed-day.ts';
import { formatNumber } from '../../base/typed-number.ts';
import type { MailFact } from '../../platform/server/mail/mail-blocks.ts';
import { text } from '../../platform/server/texts.ts';
import type { BriefLine, BriefRate, Committed, DocumentBrief } from '../brief.ts';

/** The number of lines in a mail; further lines are counted (MAIL-06). */
export const linesInMail = 5;
/** The maximum length of a readable line in characters. */
const longestLine = 80;

/**
 * The summary of a document for the mail that asks for a decision (MAIL-06).
 *
 * @param sender the person whom the mail names already
 */
export function briefFacts(
  brief: DocumentBrief,
  sender: string | null,
  language: Language,
): readonly MailFact[] {
  const labelOf = (key: string, values: Record<string, string | number> = {}) =>
    text(language, `notification.brief.${key}`, values);
  const money = (amount: Amount, currency: string) => `${formatNumber(amount, language, 2)} ${currency}`;
  const fact = (key: string, value: string | null | false): readonly MailFact[] =>
    value ? [{ label: labelOf(key), value }] : [];
  const item = (value: string | null | false): readonly MailFact[] => (value ? [{ label: null, value }] : []);
  const { creator, suppliers, costCenters, lines, lineCount, currency, net, gross, rate, budgets } = brief;
  const { commitment, facts } = brief;
  const isYearly = commitment !== null && commitment.yearly !== null;
  const further = lineCount - lines.length;
  return [
    ...fact('creator', creator !== sender && creator),
    ...fact('supplier', suppliers.join(', ')),
    ...facts.map(({ column, value, isDay }) => ({
      label: text(language, `field.${column}`),
      value: isDay ? formatDay(value, language) : value,
    })),
    ...lines.flatMap((line) => item(`- ${lineText(line, language)}`)),
    ...item(further > 0 && labelOf('further_lines', { more: further })),
    ...fact(isYearly ? 'net_yearly' : 'net', net && money(net, currency)),
    ...fact('gross', gross && money(gross, currency)),
    ...item(net !== null && rate !== null && rateText(net, rate, language)),
    ...(commitment ? [commitmentFact(commitment, money(commitment.net, commitment.currency), language)] : []),
    ...fact('cost_center', costCenters.join(', ')),
    ...budgets.map(({ name, before, after, currency: ofBudget }) => ({
      label: labelOf('budget', { name }),
      value: labelOf('budget_left', { before: money(before, ofBudget), after: money(after, ofBudget) }),
      share: shareOf(before, after),
    })),
  ];
}

/** The share of the remaining budget that the document uses; above 1 it exceeds the budget. */
function shareOf(before: Amount, after: Amount): number {
  if (compareAmounts(before, '0') <= 0) return compareAmounts(after, '0') < 0 ? 2 : 1;
  return Number(dividedBy(minus(before, after), before));
}

/** The net amount in the currency of the company, with rate, day and source (PRICE-07). */
function rateText(net: Amount, { currency, rate, day, source }: BriefRate, language: Language): string {
  return text(language, 'document.rate.full', {
    amount: `${formatNumber(round(times(net, rate), 2), language, 2)} ${currency}`,
    rate: formatNumber(rate, language),
    source: text(language, `document.rate.${source}`),
    day: day === null ? text(language, 'document.rate.undated') : formatDay(day, language),
  });
}

/** The commitment and its end (CON-39). */
function commitmentFact({ until }: Committed, amount: string, language: Language): MailFact {
  const end =
    until === null
      ? text(language, 'overview.commitment.year')
      : text(language, 'overview.commitment.until', { day: formatDay(until, language) });
  return { label: text(language, 'overview.commitment.label'), value: `${amount} ${end}` };
}

/** `2 Stk. Bohrer`, on one line. */
function lineText({ text: described, quantity, unit }: BriefLine, language: Language): string {
  const amount = quantity === null ? null : formatNumber(quantity, language);
  const words = described?.replace(/\s+/g, ' ').trim() ?? '';
  const short = words.length > longestLine ? `${words.slice(0, longestLine).trimEnd()}…` : words;
  return [amount, quantity === null ? null : unit, short].filter(Boolean).join(' ');
}
