import type { Language } from '../../base/language.ts';
import { type Amount, round, times } from '../../base/money.ts';
import { formatDay } from '../../base/typed-day.ts';
import { formatNumber } from '../../base/typed-number.ts';
import { text } from '../../platform/server/texts.ts';
import type { BriefLine, BriefRate, Committed, DocumentBrief } from '../brief.ts';

/** The number of lines in a mail; further lines are counted (MAIL-06). */
export const linesInMail = 5;
/** The maximum length of a readable line in characters. */
const longestLine = 80;

/**
 * The summary of a document for the mail that asks for a decision, one fact per line (MAIL-06).
 *
 * @param sender the person whom the mail names already
 */
export function briefText(brief: DocumentBrief, sender: string | null, language: Language): string {
  const say = (key: string, values: Record<string, string | number>) =>
    text(language, `notification.brief.${key}`, values);
  const money = (amount: Amount, currency: string) => `${formatNumber(amount, language, 2)} ${currency}`;
  const { creator, suppliers, costCenters, lines, lineCount, currency, net, gross, rate, budgets } = brief;
  const { commitment, facts } = brief;
  const isYearly = commitment !== null && commitment.yearly !== null;
  const further = lineCount - lines.length;
  return [
    creator && creator !== sender && say('creator', { name: creator }),
    suppliers.length > 0 && say('supplier', { names: suppliers.join(', ') }),
    ...facts.map(({ column, value, isDay }) => {
      return `${text(language, `field.${column}`)}: ${isDay ? formatDay(value, language) : value}`;
    }),
    ...lines.map((line) => `- ${lineText(line, language)}`),
    further > 0 && say('further_lines', { more: further }),
    net !== null && say(isYearly ? 'net_yearly' : 'net', { amount: money(net, currency) }),
    gross !== null && say('gross', { amount: money(gross, currency) }),
    net !== null && rate !== null && rateText(net, rate, language),
    commitment && commitmentText(commitment, money(commitment.net, commitment.currency), language),
    costCenters.length > 0 && say('cost_center', { names: costCenters.join(', ') }),
    ...budgets.map(({ name, before, after, currency: ofBudget }) =>
      say('budget', { name, before: money(before, ofBudget), after: money(after, ofBudget) }),
    ),
  ]
    .filter((line) => typeof line === 'string')
    .join('\n');
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
function commitmentText({ until }: Committed, amount: string, language: Language): string {
  const end =
    until === null
      ? text(language, 'overview.commitment.year')
      : text(language, 'overview.commitment.until', { day: formatDay(until, language) });
  return `${text(language, 'overview.commitment.label')}: ${amount} ${end}`;
}

/** `2 Stk. Bohrer`, on one line. */
function lineText({ text: described, quantity, unit }: BriefLine, language: Language): string {
  const amount = quantity === null ? null : formatNumber(quantity, language);
  const words = described?.replace(/\s+/g, ' ').trim() ?? '';
  const short = words.length > longestLine ? `${words.slice(0, longestLine).trimEnd()}…` : words;
  return [amount, quantity === null ? null : unit, short].filter(Boolean).join(' ');
}
