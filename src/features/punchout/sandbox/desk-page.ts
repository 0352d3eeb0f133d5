import { faultyIdentities, shopIdentity, shopSecret } from './access.ts';
import { escaped, html } from './html.ts';
import type { NoticeKind, Reported } from './notice-message.ts';
import type { TakenLine, TakenOrder } from './order.ts';

const kinds: Readonly<Record<string, string>> = {
  new: 'Bestellung',
  update: 'Änderung der Bestellung',
  delete: 'Stornierung der Bestellung',
};

const errors: Readonly<Record<keyof typeof faultyIdentities, string>> = {
  no_start_url: 'Der Shop nennt keine Startseite.',
  domain_not_enabled: 'Die Domain ist im Konto nicht freigeschaltet.',
  broken: 'Der Server des Shops ist gestört.',
  redirecting: 'Der Shop leitet in ein internes Netz weiter.',
};

const actions: Readonly<Record<NoticeKind, string>> = {
  accept: 'Wie bestellt bestätigen',
  change: 'Mit diesen Mengen und Terminen bestätigen',
  ship: 'Versand melden',
  bill: 'Rechnung schicken',
};

const tellings: Readonly<Record<NoticeKind, string>> = {
  accept: 'Bestätigt',
  change: 'Mit Änderungen bestätigt',
  ship: 'Versand gemeldet',
  bill: 'Rechnung geschickt',
};

/** The shop's received orders and sent notices, and how to trigger its errors. */
export function deskPage(
  orders: readonly TakenOrder[],
  reported: ReadonlyMap<string, readonly Reported[]>,
  answers: boolean,
): string {
  const taken = orders.toReversed().map((order) => {
    // Only the last version of an order can be answered.
    const isLast = orders.findLast(({ number }) => number === order.number) === order;
    const isAnswered = answers && isLast && order.type !== 'delete';
    return orderItem(order, reported.get(order.id) ?? [], isAnswered);
  });
  const faults = Object.entries(faultyIdentities).map(
    ([error, identity]) =>
      `<li><span>${escaped(errors[error as keyof typeof errors])}<small><code>${escaped(identity)}</code></small></span></li>`,
  );
  return html(
    'Eingegangene Bestellungen',
    `${taken.length === 0 ? '<p class="quiet">Noch keine.</p>' : `<ul aria-label="Bestellungen">${taken.join('')}</ul>`}
<h2>Fehler zum Ausprobieren</h2><p class="quiet">Mit einer dieser Kennungen im Marktplatz antwortet der Shop über cXML mit
dem Fehler. Richtig sind die Kennung <code>${shopIdentity}</code> und das Geheimnis <code>${shopSecret}</code>; jede andere
lehnt er ab.</p><ul aria-label="Fehler">${faults.join('')}</ul>`,
  );
}

function orderItem(order: TakenOrder, reported: readonly Reported[], isAnswered: boolean): string {
  const { id, type, number, lines } = order;
  const title = `${kinds[type] ?? type} ${number}`;
  const summary = lines.map(({ item, quantity }) => `${quantity} × ${item}`).join(', ');
  const items = reported.map(
    (each) => `<li>${tellings[each.kind]} ${escaped(each.number)}: ${escaped(each.answer)}</li>`,
  );
  return `<li id="order-${id}"><span>${escaped(title)}<small>${escaped(summary)}</small></span>${
    items.length === 0 ? '' : `<ol aria-label="Gemeldet zu ${escaped(number)}">${items.join('')}</ol>`
  }${isAnswered ? answerForm(order, title, reported.length === 0) : ''}</li>`;
}

function answerForm({ id, lines }: TakenOrder, title: string, isNew: boolean): string {
  const buttons = Object.entries(actions).map(
    ([kind, name]) =>
      `<button name="kind" value="${kind}"${kind === 'accept' ? ' class="main"' : ''}>${name}</button>`,
  );
  return `<details${isNew ? ' open' : ''}><summary>Antworten<span class="hidden">: ${escaped(title)}</span></summary><form method="post" action="/desk/${id}">
<ul>${lines.map(answerLine).join('')}</ul><p class="buttons">${buttons.join('')}</p></form></details>`;
}

function answerLine({ name, item, quantity, wantedOn }: TakenLine, place: number): string {
  const label = escaped(name || item);
  return `<li><span>${label}<small>${escaped(item)}</small></span><span class="price">
<input name="quantity-${place}" aria-label="Menge: ${label}" type="number" min="0" step="any" value="${escaped(quantity)}">
<input class="day" name="day-${place}" aria-label="Liefertermin: ${label}" type="date" value="${escaped(wantedOn)}"></span></li>`;
}
