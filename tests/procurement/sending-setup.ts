import { orderJobs } from '../../src/features/procurement/server/order-job.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { type MailTransport, smtpTransport } from '../../src/platform/server/mail/mail-smtp.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { act, catalogueLines, completeForm, type Document, load, run } from './requests.ts';

export const mailFrom = 'Kontor <kontor@kontor.example>';
export const publicUrl = 'https://kontor.example';

export interface Order {
  readonly id: string;
  readonly state: string;
  readonly job_id: string;
  readonly sent_by_id: string | null;
}

export interface Mail {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly attempt_before_end: number | null;
  readonly message_id: string;
  readonly recipient: string;
  readonly text_body: string;
  readonly html_body: string;
}

/** The demo with a mail server, and requests at the order step. */
export class SendingSetup {
  readonly demo: DemoWeb;
  readonly requester: WebCaller;
  readonly buyer: WebCaller;
  #server: MailServer | undefined;
  #transport: MailTransport | undefined;

  private constructor(demo: DemoWeb, requester: WebCaller, buyer: WebCaller) {
    this.demo = demo;
    this.requester = requester;
    this.buyer = buyer;
  }

  /** `buyerRole` is a further role of the buyer; `withoutPrices` removes the right to see prices. */
  static async open({
    buyerRole,
    withoutPrices = false,
  }: {
    readonly buyerRole?: string;
    readonly withoutPrices?: boolean;
  } = {}): Promise<SendingSetup> {
    const demo = await demoWeb();
    if (withoutPrices) {
      await demo.web.sql(
        "update lb_user set roles = array_remove(roles, 'user-price') where is_group or email = 'buyer@demo.test'",
      );
    }
    if (buyerRole) {
      await demo.web.sql(
        "update lb_user set roles = array_append(roles, $1) where email = 'buyer@demo.test'",
        [buyerRole],
      );
    }
    const [requester, buyer] = await Promise.all([
      demo.person('requester@demo.test'),
      demo.person('buyer@demo.test'),
    ]);
    return new SendingSetup(demo, requester, buyer);
  }

  async close(): Promise<void> {
    await this.demo.close();
  }

  get server(): MailServer {
    if (!this.#server) throw new Error('there is no mail server');
    return this.#server;
  }

  /** Starts a new mail server for one test. */
  async startServer(): Promise<void> {
    this.#server = await startMailServer();
    this.#transport = smtpTransport(this.#server.url, mailFrom);
  }

  /** Never returns from the mail server, like a process that dies while the end of a mail is in transit. */
  get dyingTransport(): MailTransport {
    const send: MailTransport['send'] = async (_, beforeEnd) => {
      await beforeEnd?.();
      return new Promise(() => {});
    };
    return { ...smtpTransport(this.server.url, mailFrom), send };
  }

  async stopServer(): Promise<void> {
    await this.#server?.close();
  }

  /** A request at the order step, with one supplier. */
  async approved(): Promise<{ document: Document; supplier: number }> {
    const [line] = await catalogueLines(this.requester, 1);
    const head = await completeForm(this.requester);
    const document = await this.approvedBy(
      await act(this.requester, 'submit', await run(this.requester, 'save', { head, lines: [line] })),
    );
    return { document, supplier: document.procurement_lines[0]?.supplier_id ?? 0 };
  }

  /** The request after all required approvals. */
  async approvedBy(asked: Document): Promise<Document> {
    let document = asked;
    while (document.status === 'approval') {
      const email = document.timeline.timeline_entries[document.timeline.current_entry_no]?.lb_user?.email;
      document = await act(await this.demo.person(email ?? ''), 'approve', document);
    }
    return document;
  }

  /** A request whose order is being sent. */
  async sending(input: Record<string, unknown> = {}): Promise<{ document: Document; supplier: number }> {
    const { document, supplier } = await this.approved();
    const recipient = 'Verkauf@Lieferant.example';
    const sent = await act(this.buyer, 'send_order', document, {
      supplier_id: supplier,
      recipient,
      ...input,
    });
    return { document: sent, supplier };
  }

  /** Runs the order's job once, like a worker, and returns the order. */
  async work(document: Document, transport?: MailTransport): Promise<Order> {
    await this.runJob((await this.orderOf(document)).job_id, transport);
    return await this.orderOf(document);
  }

  async runJob(id: string | undefined, transport = this.#transport ?? null): Promise<void> {
    const { database, clock, log } = this.demo.web;
    const jobs = orderJobs({ database, clock, publicUrl, transport });
    await runJob({ database, clock, log: log.log, ...jobs }, this.buyer.context.tenantId, Number(id));
  }

  async orderOf({ id }: Document): Promise<Order> {
    const [order] = await this.demo.web.sql<Order>(
      'select * from procurement_supplier_order where procurement_id = $1',
      [id],
    );
    if (!order) throw new Error('there is no order');
    return order;
  }

  async mailsOf({ id }: Document): Promise<Mail[]> {
    return await this.demo.web.sql<Mail>('select * from mail where procurement_id = $1 order by id', [id]);
  }

  /** Whether the end of a mail is in transit, so that the mail server may have it. */
  async mayHaveLeft(document: Document, place: number): Promise<boolean> {
    const mail = (await this.mailsOf(document))[place];
    return mail?.state === 'sending' && mail.attempt_before_end === null;
  }

  /** The warnings to the orderer about unsent letters, oldest first. */
  async warnings(): Promise<{ subject: string; text_body: string }[]> {
    return await this.demo.web.sql(
      "select subject, text_body from mail where kind = 'warning' and lb_user_id = $1 order by id",
      [this.buyer.context.userId],
    );
  }

  /** The job of the order, as shown to the buyer. */
  async jobOf(document: Document): Promise<Record<string, unknown>> {
    const { job_id } = await this.orderOf(document);
    return (await this.buyer.send({ method: 'GET', url: `/api/job/${job_id}` })).json();
  }

  async sentEntries({ id }: Document) {
    const document = await load(this.requester, id);
    return (document?.timeline.timeline_entries ?? []).filter(({ type }) => type === 'order-sent-internal');
  }
}
