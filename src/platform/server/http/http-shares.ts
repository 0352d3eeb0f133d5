import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Admitted, Fairness, type FairnessSettings } from '../fairness/fairness.ts';
import { type Leave, type Share, Shares } from '../fairness/shares.ts';
import { counted, countMoved, workFor } from '../fairness/work.ts';
import type { HttpServer } from './http.ts';
import { clientNetwork } from './http-rate-limit.ts';
import { knownContext } from './request-context.ts';

/** Fewer than the tenant's connections, so that a person leaves room for colleagues (API-44). */
const perPerson: Share = { atOnce: 3, waiting: 60, patienceMs: 20_000 };
/** For heavy users while others ask. */
const perHeavyPerson = 1;
/** A whole office may share one address. */
const perNetwork: Share = { atOnce: 30, waiting: 200, patienceMs: 10_000 };

/**
 * Estimated overhead that is not counted piece by piece, in milliseconds: accepting a request, and gaps between its
 * pieces of work.
 */
export const effortOfRequest = 0.5;

export interface SharesOfRequests {
  readonly person: Share;
  readonly network: Share;
  readonly fairness: Partial<FairnessSettings>;
}

const usual: SharesOfRequests = { person: perPerson, network: perNetwork, fairness: {} };

/** State of a request while it is worked on. */
interface Taken {
  readonly asker: Admitted;
  readonly leave: Leave;
  /** Once true, the answer releases the share, even if the caller is gone. */
  isWorkedOn: boolean;
}

const taken = new WeakMap<FastifyRequest, Taken>();

/** The account of a request; undefined before its share is taken. */
export function askerOf(request: FastifyRequest): Admitted | undefined {
  return taken.get(request)?.asker;
}

/** Counts received bytes of a body. */
export function countArrived(request: FastifyRequest, bytes: number): void {
  const asker = askerOf(request);
  asker?.spend('bytes', bytes);
  countMoved(bytes, asker);
}

/**
 * Limits the concurrent requests and the processing time of one person in this process; a person acting for another
 * counts as themselves, and unauthenticated callers count by network (API-44, API-48). The share is taken before the
 * body is read and released when the answer starts: a slow connection to the reader holds none.
 */
export function shareAmongPeople(app: HttpServer, settings: Partial<SharesOfRequests> = {}): void {
  const { person, network, fairness: times } = { ...usual, ...settings };
  const fairness = new Fairness(times);
  const ofPeople = new Shares(person);
  const ofNetworks = new Shares(network);
  app.addHook('preParsing', async (request, reply) => {
    const context = knownContext(request);
    const who = context
      ? { person: `${context.tenantId} ${context.actorId}`, tenant: `${context.tenantId}` }
      : strangerOf(request);
    const asker = fairness.asker(who);
    const atOnce = () => (asker.standsAside ? perHeavyPerson : person.atOnce);
    // Uploads arrive while their handler runs, and take their own shares there.
    const leave = isUpload(request)
      ? () => {}
      : await (context ? ofPeople.enter(who.person, atOnce) : ofNetworks.enter(who.person));
    const own: Taken = { asker, leave, isWorkedOn: false };
    taken.set(request, own);
    leaveWithCaller(reply, own);
    await asker.admitted();
    asker.spend('loop', effortOfRequest);
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const own = taken.get(request);
    if (own) own.isWorkedOn = true;
    if (own) workFor(own.asker, done);
    else done();
  });
  countHandlers(app);
  app.addHook('onSend', async (request, _reply, payload) => {
    const own = taken.get(request);
    own?.leave();
    if (typeof payload === 'string') own?.asker.spend('bytes', payload.length);
  });
}

/** Counts a handler's work until its first wait, such as reading its input, and serialising its answer. */
function countHandlers(app: HttpServer): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      return counted(() => handler.call(this, request, reply), askerOf(request));
    };
  });
  app.setReplySerializer((answer) => counted(() => JSON.stringify(answer)));
}

/** A caller who disconnects while waiting or before the whole body has arrived releases the share. */
function leaveWithCaller({ raw }: FastifyReply, own: Taken): void {
  const leave = () => {
    if (!own.isWorkedOn) own.leave();
  };
  if (raw.destroyed) leave();
  else raw.once('close', leave);
}

function strangerOf(request: FastifyRequest): { readonly person: string; readonly tenant: string } {
  const network = clientNetwork(request.ip);
  return { person: network, tenant: network };
}

function isUpload(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('multipart/') ?? false;
}
