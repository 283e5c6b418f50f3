/** What every JSON answer of the server looks like. */
export interface Envelope<T = unknown> {
  result: boolean
  msg: string
  data: T
  statusCode: number
}

/** One refused value of a 422; `path` is like `lines[2].qty`. */
export interface FieldError {
  path: string
  code: string
  message: string
}

/**
 * A call that failed. `message` is for people: the server's text in their language, which may
 * carry the small HTML allow-list, or an i18n key when there was no answer.
 */
export class CallError extends Error {
  constructor(
    readonly status: number, // 0: no answer
    message: string,
    readonly data: unknown = null,
  ) {
    super(message)
    this.name = 'CallError'
  }

  /** Errors by field of a refused save; empty for every other failure. */
  get fields(): FieldError[] {
    const errors = (this.data as { errors?: FieldError[] } | null)?.errors
    return errors ?? []
  }
}

/** Reads an answer's envelope; what is none, as a proxy's page, reads as a fault of the server. */
export async function readEnvelope(response: Response): Promise<Envelope> {
  const text = await response.text()
  try {
    return JSON.parse(text) as Envelope
  } catch {
    return { result: false, msg: String(response.status), data: null, statusCode: 500 }
  }
}

/** The mark of a refusal; a font of any other colour is emphasis. */
const redMark = /<font[^>]*\bcolor\s*=\s*["']?red["'\s>]/i

/** True when a message must be shown as an error: the server marks refusals in red. */
export function isRefusal(envelope: Pick<Envelope, 'result' | 'msg'>): boolean {
  return !envelope.result || redMark.test(envelope.msg)
}
