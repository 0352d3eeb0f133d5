import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { type ApiFixture, type Asker, marksOfB } from './api-fixture.ts';
import { get, post } from './api-web.ts';

type Send = (options: InjectOptions, who?: Asker) => Promise<{ status: number; body: string }>;
type NotThere = (
  table: string,
  call: (id: string | null | undefined) => InjectOptions,
) => () => Promise<void>;

/** Shops, carts and returns: those of another tenant count as missing, and guessed tokens fail. */
export function punchoutAttempts(
  send: Send,
  api: () => ApiFixture,
  isNotThere: NotThere,
): Readonly<Record<string, () => Promise<void>>> {
  const marketplace = () => Number(api().fixture.a.row('marketplace').id);
  return {
    'POST /api/punchout/start': isNotThere('procurement', (id) =>
      post('/api/punchout/start', { procurement_id: Number(id), marketplace_id: marketplace() }),
    ),
    'GET /api/punchout/carts/:id': isNotThere('procurement', (id) => get(`/api/punchout/carts/${id}`)),
    'GET /api/punchout/cart/:id/items': isNotThere('punchout_cart', (id) =>
      get(`/api/punchout/cart/${id}/items`),
    ),
    'DELETE /api/punchout/cart/:id': isNotThere('punchout_cart', (id) => ({
      ...{ method: 'DELETE', url: `/api/punchout/cart/${id}` },
    })),
    'POST /api/punchin/status-update/:status/document/:id': isNotThere('procurement', (id) =>
      post(`/api/punchin/status-update/ordered/document/${id}`, {}),
    ),
    'POST /api/punchin/notice/:tenant/:id': async () => {
      const { a, b } = api().fixture;
      const notice = `<cXML payloadID="1"><Header><Sender><Credential domain="x"><Identity>x</Identity><SharedSecret>guessed</SharedSecret>
        </Credential></Sender></Header><Request><StatusUpdateRequest><DocumentReference payloadID="1"/><Status code="200" text="OK"/>
        </StatusUpdateRequest></Request></cXML>`;
      const headers = { 'content-type': 'text/xml' };
      const answers = [];
      for (const address of [
        `${b.id}/${b.row('marketplace').id}`,
        `${a.id}/${b.row('marketplace').id}`,
        ...[`${a.id}/404404`, '404404/1', 'x/y'],
      ]) {
        const url = `/api/punchin/notice/${address}`;
        const { status, body } = await send({ method: 'POST', url, headers, payload: notice });
        answers.push([status, /<Status [^>]*>/.exec(body)?.[0]]);
        expect(body).not.toMatch(marksOfB);
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
        new Set([JSON.stringify([200, '<Status code="401" text="Unauthorized"/>'])]),
      );
    },
    'POST /api/marketplace/test': isNotThere('marketplace', (id) =>
      post('/api/marketplace/test', { id: Number(id) }),
    ),
    'GET /api/punchout/launch': async () => {
      const { status, body } = await send(get('/api/punchout/launch'));
      expect([status, marksOfB.test(body)]).toEqual([200, false]);
    },
    'POST /api/punchin/return/:token': async () => {
      const none = await send(post(`/api/punchin/return/${'A'.repeat(43)}`));
      expect(none.status).toBe(410);
      for (const token of ['x', 'B'.repeat(43), '%20'.repeat(15)])
        expect(await send(post(`/api/punchin/return/${token}`))).toMatchObject({ status: 410 });
      expect(none.body).not.toMatch(marksOfB);
    },
    'GET /api/punchin/return/:token': async () => {
      for (const token of ['x', 'A'.repeat(43), '%20'.repeat(15)]) {
        const { status, body } = await send(get(`/api/punchin/return/${token}?NEW_ITEM-QUANTITY[1]=1`));
        expect([status, marksOfB.test(body)]).toEqual([410, false]);
      }
    },
    'GET /api/punchin/return/:token/cart': async () => {
      const call = get(`/api/punchin/return/${'A'.repeat(43)}/cart`);
      expect(await send(call)).toMatchObject({ status: 401 });
      for (const who of ['administrator', 'stranger'] as const)
        expect(await send(call, who)).toMatchObject({ status: 404 });
    },
  };
}
