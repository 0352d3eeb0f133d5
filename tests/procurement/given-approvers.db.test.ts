import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { catalogueLines, completeForm, type Document, refused, run } from './requests.ts';

let api: DemoApi;
let requester: Caller;
let admin: Caller;
let foreign: number;
let draft: Document;

beforeAll(async () => {
  api = await demoApi();
  requester = await api.person('requester@demo.test');
  admin = await api.person('admin@demo.test');
  foreign = (await api.person('admin@other.test')).context.userId;
  const lines = await catalogueLines(requester, 1);
  draft = await run(requester, 'save', { head: await completeForm(requester), lines });
});
afterAll(() => api.close());

describe('TECH-03 PROC-14 references to chosen approvers', () => {
  test('refuse a person of another tenant like an unknown one, and save nothing', async () => {
    const save = (approver_ids: readonly number[]) => ({
      id: draft.id,
      expected_version: draft.timeline.content_version,
      approver_ids,
    });
    for (const id of [foreign, 404_404_404]) {
      expect(await refused(requester, 'save', save([admin.context.userId, id]))).toMatchObject({
        code: 'foreign_key_violation',
        field: 'approver_ids',
      });
    }
    const { procurement_approver } = await requester.get<{ procurement_approver: unknown[] }>(
      `{ procurement_approver(where: { procurement_id: { _eq: ${draft.id} }, inserted_manually: { _eq: true } }) { id } }`,
    );
    expect(procurement_approver).toEqual([]);
  });
});

describe('VAL-05 names are single lines in reading order', () => {
  test('of a request and of a person: without line breaks and direction marks', async () => {
    const saved = await run(requester, 'save', {
      id: draft.id,
      expected_version: draft.timeline.content_version,
      head: { name: ' Stühle\u202e\r\nBcc: x@y.test ' },
    });
    const { procurement_by_pk: request } = await requester.get<{ procurement_by_pk: { name: string } }>(
      `{ procurement_by_pk(id: ${saved.id}) { name } }`,
    );
    expect(request.name).toBe('Stühle Bcc: x@y.test');
    const { update_lb_user_by_pk: person } = await requester.get<{ update_lb_user_by_pk: { name: string } }>(
      'mutation ($id: bigint!, $name: String) { update_lb_user_by_pk(pk_columns: { id: $id }, _set: { name: $name }) { name } }',
      { id: requester.context.userId, name: 'Ina\u2028\u2066Berg\u2069' },
    );
    expect(person.name).toBe('Ina Berg');
  });
});
