import { lookup } from 'node:dns/promises';
import { z } from 'zod';
import { uploadLimitBytes } from '../../../platform/constants.ts';
import { type Clock, days } from '../../../platform/server/clock.ts';
import type { Configuration } from '../../../platform/server/configuration.ts';
import { deriveSecrets } from '../../../platform/server/secrets.ts';
import type { AddressFacts, Asked } from '../address.ts';
import { forgedAddress, proofHeader } from '../probe.ts';
import { askAddress, type Question, type Reply, Silence } from './ask.ts';
import { proofOf } from './proof.ts';

type Settings = Pick<
  Configuration,
  'publicUrl' | 'host' | 'port' | 'roles' | 'trustedProxies' | 'secretKey' | 'metrics'
>;

const probeAnswer = z.object({
  version: z.string(),
  runtime: z.string(),
  now: z.string(),
  client: z.string(),
  peer: z.string(),
  forwardedFor: z.string().nullable(),
  isBelieved: z.boolean(),
  openFiles: z.number().nullable(),
});

/** Requests the product at its listening address and at its public address. */
export async function readAddress(settings: Settings, version: string, clock: Clock): Promise<AddressFacts> {
  const { publicUrl, trustedProxies } = settings;
  const ownAddress = `http://${reachable(settings.host)}:${settings.port}`;
  const secrets = deriveSecrets(settings.secretKey);
  const ask = (origin: string, path: string, question: Question = {}) =>
    askAddress(`${origin}${path}`, {
      ...question,
      headers: { ...question.headers, [proofHeader]: proofOf(secrets, clock) },
    });
  const ours = { host: new URL(publicUrl).host };
  const direct = settings.roles.has('web')
    ? await asked(() => ask(ownAddress, '/api/installation', { headers: ours }))
    : null;
  const { outcome: through, reply } = await asked(() => ask(publicUrl, '/api/installation'));
  const known = { publicUrl, version, ownAddress, trustedProxies, direct: direct?.outcome ?? null };
  const resolved = await addressOf(publicUrl);
  const certificateDays = daysLeft(reply, clock);
  if (through.outcome !== 'answered') {
    const nothing = { forged: null, plain: null, streamMs: null, uploadStatus: null, showsFigures: false };
    return { ...known, ...nothing, resolved, through, certificateDays };
  }
  const forging = { headers: { 'x-forwarded-for': forgedAddress } };
  return {
    ...known,
    resolved,
    through,
    certificateDays,
    forged: (await asked(() => ask(publicUrl, '/api/installation', forging))).outcome,
    plain: await plainOf(publicUrl),
    streamMs: await streamOf(() => ask(publicUrl, '/api/live/probe')),
    uploadStatus: await uploadOf((question) => ask(publicUrl, '/api/installation/upload', question)),
    showsFigures: settings.metrics !== null && (await showsFigures(publicUrl)),
  };
}

/** A wildcard address is requested on loopback. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

async function asked(ask: () => Promise<Reply>): Promise<{ outcome: Asked; reply: Reply | null }> {
  try {
    const reply = await ask();
    return { outcome: outcomeOf(reply), reply };
  } catch (error) {
    if (!(error instanceof Silence)) throw error;
    return { outcome: { outcome: 'silent', code: error.code, message: error.message }, reply: null };
  }
}

function outcomeOf({ status, text }: Reply): Asked {
  const answer = probeAnswer.safeParse(status === 200 ? parsed(text) : null);
  return answer.success ? { outcome: 'answered', answer: answer.data } : { outcome: 'stranger', status };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function addressOf(publicUrl: string): Promise<string | null> {
  const name = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(name).catch(() => null);
  return found?.address ?? null;
}

function daysLeft(reply: Reply | null, clock: Clock): number | null {
  const end = reply?.certificateEndsAt;
  return end ? Math.floor((end.getTime() - clock.now().getTime()) / days(1)) : null;
}

/** Null without an answer, or if a non-standard port is used. */
async function plainOf(publicUrl: string): Promise<AddressFacts['plain']> {
  const url = new URL(publicUrl);
  if (url.protocol !== 'https:' || url.port !== '') return null;
  const reply = await orNull(askAddress(`http://${url.hostname}/`, {}));
  return reply && { status: reply.status, location: reply.headers.location ?? null };
}

async function streamOf(ask: () => Promise<Reply>): Promise<number | null> {
  const reply = await orNull(ask());
  return reply?.status === 200 ? reply.lastAt - reply.firstAt : null;
}

async function uploadOf(ask: (question: Question) => Promise<Reply>): Promise<number | null> {
  const body = Buffer.alloc(uploadLimitBytes);
  const headers = { 'content-type': 'application/octet-stream' };
  return (await orNull(ask({ method: 'POST', headers, body })))?.status ?? null;
}

async function showsFigures(publicUrl: string): Promise<boolean> {
  const reply = await orNull(askAddress(`${publicUrl}/metrics`, {}));
  return reply?.text.includes('kontor_build_info') ?? false;
}

async function orNull(asking: Promise<Reply>): Promise<Reply | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof Silence) return null;
    throw error;
  }
}
