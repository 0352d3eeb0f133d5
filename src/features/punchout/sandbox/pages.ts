import { faultyIdentities, shopIdentity, shopSecret } from './access.ts';
import { goods } from './goods.ts';
import { escaped, html } from './html.ts';
import type { ShopVisit, TakenOrder } from './shop-visit.ts';

const titles: Readonly<Record<string, string>> = {
  create: 'Waren auswählen',
  edit: 'Warenkorb ändern',
  inspect: 'Warenkorb ansehen',
};

const euros = (amount: string) => `${amount.replace('.', ',')} €`;

/** The goods with how many of each are wanted. */
export function basketPage({ quantities, operation }: ShopVisit, action: string): string {
  const isFixed = operation === 'inspect';
  const rows = goods.map(({ number, name, details, price, per }) => {
    const wanted = quantities[number] ?? 0;
    return `<li><span>${escaped(name)}<small>${escaped(number)}, ${escaped(details)}</small></span>
<span class="price">${euros(price)}${per === '1' ? '' : ` je ${per}`}
<input name="${escaped(number)}" aria-label="Menge: ${escaped(name)}" type="number" min="0" value="${wanted}"${isFixed ? ' disabled' : ''}></span></li>`;
  });
  return html(
    titles[operation] ?? 'Waren auswählen',
    `<p class="quiet">Dieser Shop gehört zur Demo; er liefert nichts.</p><form method="post" action="${action}">
<ul aria-label="Artikel">${rows.join('')}</ul><p class="buttons">${isFixed ? '' : '<button class="main">Warenkorb übertragen</button>'}
<button name="empty" value="1">${isFixed ? 'Zurück' : 'Abbrechen'}</button></p></form>`,
  );
}

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

/** What the shop has received, and how each of its errors can be seen. */
export function frontPage(orders: readonly TakenOrder[]): string {
  const taken = orders.toReversed().map(({ number, type, lines }) => {
    const items = lines.map(({ item, quantity }) => `${quantity} × ${item}`).join(', ');
    return `<li><span>${escaped(kinds[type] ?? type)} ${escaped(number)}<small>${escaped(items)}</small></span></li>`;
  });
  const shown = Object.entries(faultyIdentities).map(
    ([error, identity]) =>
      `<li><span>${escaped(errors[error as keyof typeof errors])}<small><code>${escaped(identity)}</code></small></span></li>`,
  );
  return html(
    'Eingegangene Bestellungen',
    `${taken.length === 0 ? '<p class="quiet">Noch keine.</p>' : `<ul aria-label="Bestellungen">${taken.join('')}</ul>`}
<h2>Fehler zum Ausprobieren</h2><p class="quiet">Mit einer dieser Kennungen im Marktplatz antwortet der Shop über cXML mit
dem Fehler. Richtig sind die Kennung <code>${shopIdentity}</code> und das Geheimnis <code>${shopSecret}</code>; jede andere
lehnt er ab.</p><ul aria-label="Fehler">${shown.join('')}</ul>`,
  );
}
