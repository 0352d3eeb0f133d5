import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type pg from 'pg';

/** What `pg` hands to a query that speaks the COPY protocol itself. */
interface CopyConnection {
  readonly stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** Rows are collected into blocks of about this many bytes. */
const blockSize = 64 * 1024;

/**
 * The rows that `COPY ... TO STDOUT` sends, as blocks of bytes. Whoever reads slowly slows the database down; nothing
 * else can be asked on the connection until the end.
 */
export function copyOut(client: pg.Client, text: string): Readable {
  let connection: CopyConnection | undefined;
  let collected: Buffer[] = [];
  let size = 0;
  const rows = new Readable({ read: () => void connection?.stream.resume() });
  // Whoever reads the rows meets the error; where nobody has begun to, it must not end the process.
  rows.on('error', () => {});
  const pass = () => {
    const block = Buffer.concat(collected);
    collected = [];
    size = 0;
    if (!rows.push(block)) connection?.stream.pause();
  };
  client.query({
    submit: (open: CopyConnection) => {
      connection = open;
      open.query(text);
    },
    handleCopyData: ({ chunk }: { chunk: Buffer }) => {
      // The memory behind the chunk is used again for what comes next.
      collected.push(Buffer.from(chunk));
      size += chunk.length;
      if (size >= blockSize) pass();
    },
    handleCommandComplete: () => {
      if (size > 0) pass();
    },
    handleReadyForQuery: () => rows.push(null),
    handleError: (error: Error) => rows.destroy(error),
  } as unknown as pg.Submittable);
  return rows;
}

/** Sends blocks of bytes to `COPY ... FROM STDIN`. Fails with the error of the database, or of the blocks. */
export async function copyIn(client: pg.Client, text: string, blocks: AsyncIterable<Buffer>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let failure: unknown;
  client.query({
    submit: (connection: CopyConnection) => connection.query(text),
    handleCopyInResponse: (connection: CopyConnection) => {
      sendBlocks(connection, blocks).catch((error: unknown) => {
        failure = error;
        connection.sendCopyFail('the blocks could not be read');
      });
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => resolve(),
    handleError: (error: Error) => reject(failure ?? error),
  } as unknown as pg.Submittable);
  await promise;
}

async function sendBlocks(connection: CopyConnection, blocks: AsyncIterable<Buffer>): Promise<void> {
  for await (const block of blocks) {
    connection.sendCopyFromChunk(block);
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
  }
  connection.endCopyFrom();
}
