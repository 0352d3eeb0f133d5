/** A page of a PDF: a picture as JPEG with three colors, and its size in pixels. */
export interface PhotoPage {
  readonly jpeg: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** Pixels of a page per inch; a PDF counts 72 points an inch. */
export const pageDpi = 200;

/** A PDF 1.4 with a picture on each page, in its size at 200 dpi (ISO 32000-1). */
export function pdfOfPhotos(pages: readonly PhotoPage[]): Blob {
  const file = new PdfFile();
  const numbers = pages.map((_, at) => 3 + at * 3);
  file.add('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = numbers.map((number) => `${number} 0 R`).join(' ');
  file.add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  for (const [at, { jpeg, width, height }] of pages.entries()) {
    const number = numbers[at] ?? 0;
    const [wide, high] = [points(width), points(height)];
    file.add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents ${number + 1} 0 R ` +
        `/Resources << /XObject << /Photo ${number + 2} 0 R >> >> >>`,
    );
    const drawing = `q ${wide} 0 0 ${high} 0 0 cm /Photo Do Q`;
    file.add(`<< /Length ${drawing.length} >>`, drawing);
    file.add(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
        `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    );
  }
  return file.end();
}

function points(pixels: number): string {
  return ((pixels * 72) / pageDpi).toFixed(2);
}

/** The parts of a PDF in their order, with the place of each object. */
class PdfFile {
  readonly #parts: (string | Uint8Array<ArrayBuffer>)[] = [];
  readonly #places: number[] = [];
  #length = 0;

  constructor() {
    this.#write('%PDF-1.4\n');
  }

  /** Adds the next object; `content` is the body of a stream. */
  add(dictionary: string, content?: string | Uint8Array<ArrayBuffer>): void {
    this.#places.push(this.#length);
    this.#write(`${this.#places.length} 0 obj\n${dictionary}\n`);
    if (content !== undefined) {
      this.#write('stream\n');
      this.#write(content);
      this.#write('\nendstream\n');
    }
    this.#write('endobj\n');
  }

  end(): Blob {
    const start = this.#length;
    const places = this.#places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
    const count = this.#places.length + 1;
    this.#write(`xref\n0 ${count}\n0000000000 65535 f \n${places}`);
    this.#write(`trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
    return new Blob(this.#parts, { type: 'application/pdf' });
  }

  /** Texts are ASCII, so that characters count as bytes. */
  #write(part: string | Uint8Array<ArrayBuffer>): void {
    this.#parts.push(part);
    this.#length += part.length;
  }
}
