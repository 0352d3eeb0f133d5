/** The thread in which process documentations are set. */
import {
  drawDocumentation,
  type PrintableDocumentation,
  type PrintedDocumentation,
} from './draw-documentation.ts';

export default async function setInThread(printable: PrintableDocumentation): Promise<PrintedDocumentation> {
  return await drawDocumentation(printable);
}
