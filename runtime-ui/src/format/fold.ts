/** The form in which texts are searched: lower case, without accents and full-width forms. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
