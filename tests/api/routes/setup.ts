import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { countTrips } from '../../../bench/trips.ts';
import { type ApiWeb, openApiWeb } from '../../isolation/api-web.ts';
import { type Bodies, routeBodies, routeForms } from '../../isolation/route-bodies.ts';
import { countedRows } from '../../support/counted-rows.ts';
import { formOf } from '../../support/demo-web.ts';
import { MeasuredTrips } from '../../support/round-trips.ts';
import { pdf } from '../../support/sample-files.ts';
import { routesOf } from '../../support/server-routes.ts';

/** The tables of ids in an address, by the preceding part. */
const tablesOfAddresses: readonly (readonly [RegExp, string, string?])[] = [
  [/\/auth\/(api-token|invitation|person)\/:user_id/, 'lb_user'],
  [/\/auth\/passkey\/:id/, 'passkey'],
  [/session\/:id/, 'refresh_token', 'family'],
  [/punchout\/carts\/:id/, 'procurement'],
  [/punchout\/cart\/:id/, 'punchout_cart'],
  [/archive-export\/:(id|archive)/, 'archive', 'guid'],
  [/\/(export|job)\/:(job_)?id/, 'job'],
  [/health\/jobs\/:id/, 'job'],
  [/health\/mails\/:id/, 'mail'],
  [/export\/:run_id/, 'invoice_export_run'],
  [/export\/entry\/:id/, 'invoice_export_entry'],
  [/mailbox\/mail\/:id/, 'mailbox_mail'],
  [/direct-debit\/file\/:id/, 'direct_debit_file'],
  [/\/(invoice|contract|procurement|mailbox|file|billing|document)\/:id/, '$1'],
];

/** The tables of values in a body, by their name. */
const tablesOfFields: Readonly<Record<string, string>> = {
  user_id: 'lb_user',
  client_id: 'client',
  client: 'client',
  department: 'department',
  cost_center: 'cost_center',
  supplier_id: 'supplier',
  marketplace_id: 'marketplace',
  procurement_id: 'procurement',
  procurement_line_id: 'procurement_line',
  cart_id: 'punchout_cart',
  invoice_id: 'invoice',
  invoice_ids: 'invoice',
  document: 'procurement',
  job: 'job',
};

/** The filled tenants behind the whole web server, with a call of each route on existing rows. */
export class RouteSetup {
  readonly trips = new MeasuredTrips();
  readonly web: ApiWeb;
  readonly #bodies: Bodies;

  private constructor(web: ApiWeb) {
    this.web = web;
    this.#bodies = routeBodies(web.api);
  }

  static async open(): Promise<RouteSetup> {
    const easybill = { apiKey: 'key', url: 'http://127.0.0.1:9', requestsPerMinute: 10, isSandbox: true };
    return new RouteSetup(await openApiWeb({ easybill }));
  }

  get routes(): readonly string[] {
    return routesOf(this.web.http).filter((route) => !route.startsWith('OPTIONS '));
  }

  /** A call of the route with all rights. */
  call(route: string): InjectOptions {
    const [method = '', path = ''] = route.split(' ');
    const role = path.startsWith('/api/operator/') ? { 'x-hasura-role': 'user-operator' } : {};
    const base = { method: method as 'POST', url: this.#address(path) };
    const fields = routeForms[route];
    if (fields) {
      const form = formOf(this.#meaning(fields), [{ name: 'a.pdf', bytes: pdf }]);
      return { ...base, ...form, headers: { ...role, ...form.headers } };
    }
    const body = this.#bodies[route]?.();
    return { ...base, headers: role, ...(body ? { payload: this.#meaning(body) } : {}) };
  }

  /** Calls the route, and records the round trips of its answer unless it is a refusal. */
  async send(route: string, options: InjectOptions): Promise<LightMyRequestResponse> {
    const { answer, trips } = await countTrips(this.web.api.db.database.pool, () =>
      this.web.send({ remoteAddress: '127.0.0.1', ...options }, 'administrator'),
    );
    // A key adds round trips, which requests without a key do not have.
    const isKeyed = options.headers?.['idempotency-key'] !== undefined;
    if (answer.statusCode < 400 && !isKeyed) this.trips.keep(`route ${route}`, trips);
    return answer;
  }

  /** The number of rows per table. */
  async counted(): Promise<ReadonlyMap<string, string>> {
    return await countedRows(async (text) => (await this.web.api.owner.query(text)).rows);
  }

  #id(table: string, column = 'id'): string {
    return String(this.web.api.fixture.a.row(table)[column]);
  }

  #address(path: string): string {
    const ofOperator = path.replace(/(?<=operator\/tenant\/):id/, this.web.api.fixture.a.id);
    return tablesOfAddresses
      .reduce((left, [at, table, column]) => {
        const [found] = at.exec(left) ?? [];
        if (found === undefined) return left;
        const name = table === '$1' ? (at.exec(left)?.[1] ?? '') : table;
        return left.replace(
          found,
          found.replace(/:\w+/, this.#id(name === 'document' ? 'procurement' : name, column)),
        );
      }, ofOperator)
      .replace(':table/:id', `supplier/${this.#id('supplier')}`)
      .replace(':entity', 'cost_center')
      .replace(':status', 'ordered')
      .replace(':number', '1')
      .replace(':tenant', this.web.api.fixture.a.id)
      .replace(':token', 'A'.repeat(43))
      .replace('*', 'index.html');
  }

  /** The body with existing rows in place of the named ones. */
  #meaning<T>(value: T, name = ''): T {
    if (Array.isArray(value)) return value.map((one) => this.#meaning(one, name)) as T;
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, held]) => [key, this.#meaning(held, key)]),
      ) as T;
    const table = tablesOfFields[name];
    if (table === undefined || value === null) return value;
    const id = this.#id(table);
    return (typeof value === 'number' ? Number(id) : id) as T;
  }
}
