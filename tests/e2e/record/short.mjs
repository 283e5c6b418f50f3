/** An order that waits for stock says why, in figures that lead to their lists. */
export async function sayWhyShort(clerk) {
  await clerk.act('an order says why it is short', async () => {
    await clerk.open('/outbound/sale/order')
    await clerk.rest()
    await clerk.openRecord(/^SO\d+05$/)
    await clerk.take('Allocate')
    await clerk.sees('Short')
    await clerk.choice('Why short\\?')
    await clerk.sees(/line 10, AC-1001: ordered 1, missing 1, free now 0/)
    await clerk.picture('record-why-short')
    await clerk.page.getByRole('button', { name: /line 10, AC-1001/ }).click()
    await clerk.page.waitForURL(/storage\/base\/detail/)
  })
}
