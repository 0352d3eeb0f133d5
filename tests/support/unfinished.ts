import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A call whose body never ends. */
export interface Unfinished {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const chunk = 'x'.repeat(4 * 1024);
const longestWaitMs = 10_000;

/** Sends the head of a call and the first chunk of a body; ends with the socket. */
export async function beginCall(port: number, { method, path, headers = {} }: Unfinished): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  const lines = Object.entries({
    host: 'localhost',
    'content-type': 'application/json',
    'transfer-encoding': 'chunked',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  sendChunk(socket);
  return socket;
}

function sendChunk(socket: Socket): void {
  socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
}

/** The amount of the body sent before the answer, and the status of the answer. */
export interface Answered {
  readonly status: number;
  readonly kilobytes: number;
}

/** Sends pieces without finishing, until an answer arrives or the limit is reached. */
export async function answerTo(socket: Socket, maxKilobytes: number): Promise<Answered> {
  let text = '';
  socket.setEncoding('latin1').on('data', (some: string) => {
    text += some;
  });
  const status = () => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
  let kilobytes = 4;
  const isAnswered = async (milliseconds: number): Promise<boolean> => {
    for (const end = Date.now() + milliseconds; status() === 0 && Date.now() < end; ) await delay(5);
    return status() > 0;
  };
  while (!(await isAnswered(kilobytes < maxKilobytes ? 200 : longestWaitMs)) && kilobytes < maxKilobytes) {
    sendChunk(socket);
    kilobytes += 4;
  }
  socket.destroy();
  return { status: status(), kilobytes };
}
