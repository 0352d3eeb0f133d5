/** Worker thread that sets process documentations. */
import {
  drawDocumentation,
  type PrintableDocumentation,
  type PrintedDocumentation,
} from './draw-documentation.ts';

export default async function setInThread(printable: PrintableDocumentation): Promise<PrintedDocumentation> {
  return await drawDocumentation(printable);
}
