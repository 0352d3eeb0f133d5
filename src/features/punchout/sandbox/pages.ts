import { goods } from './goods.ts';
import { escaped, html } from './html.ts';
import type { ShopVisit } from './shop-visit.ts';

const titles: Readonly<Record<string, string>> = {
  create: 'Waren auswählen',
  edit: 'Warenkorb ändern',
  inspect: 'Warenkorb ansehen',
};

const euros = (amount: string) => `${amount.replace('.', ',')} €`;

/** The products with the quantities in the basket. */
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
    `<p class="quiet">Dieser Shop gehört zur Demo; er liefert nichts.
<a href="/" target="_blank">Seine Bestellungen</a></p><form method="post" action="${action}">
<ul aria-label="Artikel">${rows.join('')}</ul><p class="buttons">${isFixed ? '' : '<button class="main">Warenkorb übertragen</button>'}
<button name="empty" value="1">${isFixed ? 'Zurück' : 'Abbrechen'}</button></p></form>`,
  );
}
