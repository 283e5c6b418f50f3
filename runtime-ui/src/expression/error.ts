/** Why an expression has no value. The key is that of the server's fault. */
export class ExpressionError extends Error {
  constructor(
    readonly key: string,
    readonly params: Readonly<Record<string, unknown>> = {},
  ) {
    super(`${key} ${JSON.stringify(params)}`)
    this.name = 'ExpressionError'
  }

  /** True when only the server has what the expression needs, so that its answer has to be asked for. */
  get leftToServer(): boolean {
    return this.key === 'expression.unknown_function' || this.key === 'expression.not_loaded'
  }
}
