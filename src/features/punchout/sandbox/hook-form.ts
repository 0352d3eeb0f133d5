import { type Good, goods } from './goods.ts';
import { escaped, html } from './html.ts';
import type { ShopVisit } from './shop-visit.ts';

/** The form that returns the basket through the browser. */
export function hookForm(visit: ShopVisit, isEmpty: boolean): string {
  const wanted = isEmpty ? [] : goods.filter(({ number }) => (visit.quantities[number] ?? 0) > 0);
  const fields: readonly (readonly [string, string])[] =
    visit.protocol === 'cxml'
      ? [['cxml-base64', Buffer.from(orderMessage(visit, wanted)).toString('base64')]]
      : wanted.flatMap((good, index) => ociFields(good, index + 1, visit.quantities[good.number] ?? 0));
  const inputs = [...fields, ...(fields.length === 0 ? [['NEW_ITEM-DESCRIPTION[1]', ''] as const] : [])].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return html(
    'Warenkorb wird übertragen',
    `<form method="post" action="${escaped(visit.hookUrl)}">${inputs.join('')}<button>Weiter</button></form>
<script>document.forms[0].submit()</script>`,
  );
}

function ociFields(good: Good, index: number, quantity: number): (readonly [string, string])[] {
  const of = (name: string) => `NEW_ITEM-${name}[${index}]`;
  return [
    [of('DESCRIPTION'), good.name],
    [of('VENDORMAT'), good.number],
    [of('QUANTITY'), quantity.toFixed(3)],
    [of('UNIT'), good.unit],
    [of('PRICE'), good.price],
    [of('PRICEUNIT'), good.per],
    [of('CURRENCY'), 'EUR'],
    [of('LEADTIME'), String(good.days)],
    [of('MATGROUP'), good.group],
    [`NEW_ITEM-LONGTEXT_${index}:132[]`, good.details],
  ];
}

/**
 * The basket as a cXML message. Written independently of the product's code, so that an error there is not mirrored
 * here.
 */
function orderMessage(visit: ShopVisit, wanted: readonly Good[]): string {
  const items = wanted.map(
    (
      good,
    ) => `<ItemIn quantity="${visit.quantities[good.number]}"><ItemID><SupplierPartID>${good.number}</SupplierPartID>
<SupplierPartAuxiliaryID>${good.auxiliary}</SupplierPartAuxiliaryID></ItemID><ItemDetail>
<UnitPrice><Money currency="EUR">${good.price}</Money></UnitPrice>
<Description xml:lang="de"><ShortName>${escaped(good.name)}</ShortName>${escaped(good.details)}</Description>
<UnitOfMeasure>${good.unit}</UnitOfMeasure>
<PriceBasisQuantity quantity="${good.per}" conversionFactor="1"><UnitOfMeasure>${good.unit}</UnitOfMeasure></PriceBasisQuantity>
<Classification domain="UNSPSC">${good.group}</Classification><LeadTime>${good.days}</LeadTime></ItemDetail></ItemIn>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.050/cXML.dtd">
<cXML payloadID="${Date.now()}@sandbox" timestamp="${new Date().toISOString()}" xml:lang="de"><Header>
<From><Credential domain="NetworkId"><Identity>sandbox</Identity></Credential></From>
<To><Credential domain="NetworkId"><Identity>kontor</Identity></Credential></To>
<Sender><Credential domain="NetworkId"><Identity>sandbox</Identity></Credential><UserAgent>Sandbox</UserAgent></Sender></Header>
<Message><PunchOutOrderMessage><BuyerCookie>${escaped(visit.cookie)}</BuyerCookie>
<PunchOutOrderMessageHeader operationAllowed="edit"><Total><Money currency="EUR">${totalOf(visit, wanted)}</Money></Total></PunchOutOrderMessageHeader>
${items.join('')}</PunchOutOrderMessage></Message></cXML>`;
}

/** In euros and cents, each item rounded. */
function totalOf({ quantities }: ShopVisit, wanted: readonly Good[]): string {
  const cents = wanted.map(({ number, price, per }) =>
    Math.round((100 * Number(quantities[number]) * Number(price)) / Number(per)),
  );
  return (cents.reduce((before, each) => before + each, 0) / 100).toFixed(2);
}
