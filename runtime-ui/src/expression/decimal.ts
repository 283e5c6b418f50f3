import { costs, limits } from './limits'

/** An exact number: digits divided by ten to the power of scale. Integers have the scale 0. */
export class Decimal {
  constructor(
    readonly digits: bigint,
    readonly scale = 0,
  ) {}

  /** Reads digits with an optional sign and fraction; null for anything else or for too many digits. */
  static parse(text: string): Decimal | null {
    const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
    if (match === null) return null
    const [, sign = '', whole = '', fraction = ''] = match
    if (whole.length + fraction.length > limits.digits) return null
    return new Decimal(BigInt(sign + whole + fraction), fraction.length)
  }

  /** Reads a number of JSON by its shortest spelling; null for one that is not finite. */
  static fromNumber(value: number): Decimal | null {
    const [mantissa = '', exponent = '0'] = String(value).split('e')
    const parsed = Decimal.parse(mantissa)
    return parsed === null ? null : parsed.shift(Number(exponent))
  }

  static of(value: number): Decimal {
    return new Decimal(BigInt(value))
  }

  private shift(exponent: number): Decimal | null {
    if (Math.abs(exponent) > limits.digits) return null
    const scale = this.scale - exponent
    return scale < 0 ? new Decimal(this.digits * power(-scale)) : new Decimal(this.digits, scale)
  }

  add(other: Decimal): Decimal {
    const [a, b, scale] = align(this, other)
    return limited(new Decimal(a + b, scale))
  }

  subtract(other: Decimal): Decimal {
    const [a, b, scale] = align(this, other)
    return limited(new Decimal(a - b, scale))
  }

  multiply(other: Decimal): Decimal {
    return limited(new Decimal(this.digits * other.digits, this.scale + other.scale))
  }

  /** The remainder of a division, with the sign of this number. */
  remainder(other: Decimal): Decimal {
    const [a, b, scale] = align(this, other)
    return limited(new Decimal(a % b, scale))
  }

  /** Divides and keeps so many decimals, half away from zero. */
  divide(other: Decimal, scale: number): Decimal {
    const [a, b] = align(this, other)
    return limited(new Decimal(divideHalfUp(a * power(scale), b), scale))
  }

  /** Keeps so many decimals, half away from zero. */
  round(scale: number): Decimal {
    if (scale >= this.scale)
      return limited(new Decimal(this.digits * power(scale - this.scale), scale))
    return limited(new Decimal(divideHalfUp(this.digits, power(this.scale - scale)), scale))
  }

  compare(other: Decimal): number {
    const [a, b] = align(this, other)
    return a < b ? -1 : a > b ? 1 : 0
  }

  /** The number if it is whole and fits 64 bits, else null. */
  toInteger(): number | null {
    const unit = power(this.scale)
    const whole = this.digits / unit
    return whole * unit === this.digits && BigInt.asIntN(64, whole) === whole ? Number(whole) : null
  }

  /** The plain spelling: no exponent, no zeros at the end of the fraction. */
  toString(): string {
    const sign = this.digits < 0n ? '-' : ''
    const digits = String(this.digits < 0n ? -this.digits : this.digits).padStart(
      this.scale + 1,
      '0',
    )
    const whole = digits.slice(0, digits.length - this.scale)
    const fraction = digits.slice(digits.length - this.scale).replace(/0+$/, '')
    return sign + whole + (fraction === '' ? '' : `.${fraction}`)
  }
}

function power(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

function align(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale)
  return [a.digits * power(scale - a.scale), b.digits * power(scale - b.scale), scale]
}

function divideHalfUp(a: bigint, b: bigint): bigint {
  const quotient = a / b
  const twice = (a % b) * 2n
  const far = (twice < 0n ? -twice : twice) >= (b < 0n ? -b : b)
  if (!far) return quotient
  return a < 0n === b < 0n ? quotient + 1n : quotient - 1n
}

const tooLong = power(limits.digits)

function limited(n: Decimal): Decimal {
  if (n.digits >= tooLong || n.digits <= -tooLong) throw costs('digits', limits.digits)
  return n
}
