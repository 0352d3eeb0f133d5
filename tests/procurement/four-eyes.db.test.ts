import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type DemoApi, demoApi, inPlaceOf } from '../support/demo-api.ts';
import { act, draftOf, on, refused } from './requests.ts';

describe('acting as another user', () => {
  let demo: DemoApi;
  let requester: Caller;
  let admin: Caller;

  beforeAll(async () => {
    demo = await demoApi();
    requester = await demo.person('requester@demo.test');
    admin = await demo.person('admin@demo.test');
  });
  afterAll(() => demo.close());

  it('AUTH-29 the API refuses approving, declining and ordering, but not requesting', async () => {
    const substitute = inPlaceOf(demo, admin, requester);
    const draft = await draftOf(substitute);
    let document = await act(substitute, 'submit', draft);
    const current = () => document.timeline.timeline_entries[document.timeline.current_entry_no];
    for (let step = current(); step?.type === 'approval'; step = current()) {
      const approver = await demo.person(step.lb_user?.email ?? '');
      const instead = inPlaceOf(demo, admin, approver);
      expect((await refused(instead, 'approve', on(document))).code).toBe('permission_denied');
      const declining = on(document, { comment: 'Nein.' });
      expect((await refused(instead, 'decline', declining)).code).toBe('permission_denied');
      document = await act(approver, 'approve', document);
    }
    expect(current()?.type).toBe('send-order');
    const buyer = await demo.person(current()?.lb_user?.email ?? '');
    const ordering = on(document, {
      supplier_id: document.procurement_lines[0]?.supplier_id,
      recipient: 'shop@example.com',
      subject: 'Bestellung',
      text: 'Bitte liefern.',
    });
    expect((await refused(inPlaceOf(demo, admin, buyer), 'send_order', ordering)).code).toBe(
      'permission_denied',
    );
  });
});
