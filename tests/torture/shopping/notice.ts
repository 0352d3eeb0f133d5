import { shopIdentity, shopSecret } from '../../../src/features/punchout/sandbox/access.ts';

/** A shop's confirmation of a whole order. */
export function confirmationOf(orderNumber: string, payload: string, type: string): string {
  const credential = (inside: string) =>
    `<Credential domain="NetworkId"><Identity>${shopIdentity}</Identity>${inside}</Credential>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<cXML payloadID="${payload}" timestamp="2026-01-01T00:00:00Z"><Header><From>${credential('')}</From><To>${credential('')}</To>
<Sender>${credential(`<SharedSecret>${shopSecret}</SharedSecret>`)}<UserAgent>Shop</UserAgent></Sender></Header>
<Request><ConfirmationRequest><ConfirmationHeader type="${type}" confirmID="AB" noticeDate="2026-11-26T08:00:00+01:00"/>
<OrderReference orderID="${orderNumber}"><DocumentReference payloadID="unknown"/></OrderReference></ConfirmationRequest></Request></cXML>`;
}
