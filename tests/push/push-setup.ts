import { expect } from 'vitest';
import { kinds } from '../../src/app/server/kinds.ts';
import { pushJobs } from '../../src/features/push/server/send-job.ts';
import { createLoginToken } from '../../src/features/session/server/login-token.ts';
import { minutes } from '../../src/platform/server/clock.ts';
import { type Job, systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { outgoingHosts } from '../../src/platform/server/outgoing.ts';
import { act, catalogueLines, completeForm, type Document, run } from '../procurement/requests.ts';
import { type DemoWeb, demoWeb, type RestAnswer, type WebCaller } from '../support/demo-web.ts';
import { type BrowserSubscription, type PushedMessage, PushService } from '../support/push-service.ts';
import { mailTokens } from '../support/web.ts';

/** Hours that never end. */
export const always = { from: 0, to: 24, days: [1, 2, 3, 4, 5, 6, 7], zone: 'Europe/Berlin' };
export const local = ['127.0.0.0/8'];

/** A session on a device. */
export interface LoggedIn {
  readonly jwt: string;
  readonly refreshToken: string;
  readonly session: string;
  readonly userId: number;
}

/** A device that shows notices. */
export interface Subscribed extends LoggedIn {
  readonly browser: BrowserSubscription;
  /** By which it recognises its notices. */
  readonly device: string;
}

/** The demo with a push service of its own. */
export class PushSetup {
  readonly demo: DemoWeb;
  readonly service: PushService;
  readonly requester: WebCaller;
  /** How far the sender's clock is ahead, in milliseconds. */
  ahead = 0;

  private constructor(demo: DemoWeb, service: PushService, requester: WebCaller) {
    this.demo = demo;
    this.service = service;
    this.requester = requester;
  }

  static async open(): Promise<PushSetup> {
    const demo = await demoWeb({ privateNetworks: local });
    return new PushSetup(demo, await PushService.start(), await demo.person('requester@demo.test'));
  }

  async close(): Promise<void> {
    await this.service.stop();
    await this.demo.close();
  }

  /** Before each test: no devices and no notices. */
  async clear(): Promise<void> {
    for (const rows of ['push_subscription', 'notification', "job where kind = 'send_push'"])
      await this.sql(`delete from ${rows}`);
    this.service.received.length = 0;
    this.service.refused.length = 0;
    this.service.answers = [{ status: 201 }];
    this.ahead = 0;
    // Keeps the rate limits out of these tests.
    this.demo.web.clock.forward(minutes(2));
  }

  sql<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.demo.web.sql<Row>(text, [...values]);
  }

  async logIn(email: string): Promise<LoggedIn> {
    const { demo } = this;
    const { tenantId, userId } = (await demo.person(email)).context;
    const token = await demo.web.database.atGate((tx) =>
      createLoginToken(tx, { tenantId, id: userId }, null, demo.web.clock.now()),
    );
    const answer = await demo.send({ method: 'POST', url: `/api/auth/login/${token}` });
    const { jwt, refresh_token } = answer.json<{ jwt: string; refresh_token: string }>();
    const { sid } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
    return { jwt, refreshToken: refresh_token, session: sid, userId };
  }

  call(jwt: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object): Promise<RestAnswer> {
    const headers = { authorization: `Bearer ${jwt}` };
    return this.demo.send({ method, url, headers, ...(payload && { payload }) });
  }

  /** A browser that knows the installation. */
  browser(): BrowserSubscription {
    return this.service.subscribe(mailTokens.pushKey.publicKey);
  }

  /** The answer to switching notices on: of all kinds and at all hours, unless `choice` says otherwise. */
  switchOn(
    { jwt }: LoggedIn,
    choice: object = {},
    browser: BrowserSubscription = this.browser(),
  ): Promise<RestAnswer> {
    const kindsOfAll = ['task', 'mention', 'deadline'];
    return this.call(jwt, 'POST', '/api/push', { ...browser, kinds: kindsOfAll, ...always, ...choice });
  }

  async subscribed(email: string, choice: object = {}): Promise<Subscribed> {
    const [loggedIn, browser] = [await this.logIn(email), this.browser()];
    const answer = await this.switchOn(loggedIn, choice, browser);
    expect(answer.status).toBe(200);
    return { ...loggedIn, browser, device: answer.json<{ device: string }>().device };
  }

  /** All queued jobs run; returns what arrived. */
  async turn(networks: readonly string[] = local): Promise<PushedMessage[]> {
    const { web } = this.demo;
    const { send_push } = pushJobs({
      ...{ database: web.database, kinds, secrets: mailTokens, publicUrl: web.configuration.publicUrl },
      clock: { now: () => new Date(Date.now() + this.ahead) },
      hosts: outgoingHosts(networks),
    });
    const before = this.service.received.length;
    const queued = await this.sql<{ tenant_id: string; input: object }>(
      "select distinct tenant_id, input from job where kind = 'send_push'",
    );
    for (const { tenant_id, input } of queued)
      await send_push?.({ context: systemContext(Number(tenant_id)), input } as Job);
    return this.service.received.slice(before);
  }

  /** A request that waits for its approval. */
  async submitted(name = 'Prüfmittel'): Promise<Document> {
    const draft = await run(this.requester, 'save', {
      head: { ...(await completeForm(this.requester)), name },
      lines: await catalogueLines(this.requester, 1),
    });
    return await act(this.requester, 'submit', draft);
  }

  /** Who approves the requests above. */
  async approver(): Promise<string> {
    const { timeline } = await this.submitted();
    return timeline.timeline_entries[timeline.current_entry_no]?.lb_user?.email ?? '';
  }

  async count(table: 'push_subscription' | 'push_notice'): Promise<number> {
    return (await this.sql(`select from ${table}`)).length;
  }
}
