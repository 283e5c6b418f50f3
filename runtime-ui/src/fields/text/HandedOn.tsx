import { Typography } from 'antd'

/** A way within the product as somebody elsewhere needs it: with its host, to be copied. */
export function HandedOn({ way }: { way: string }) {
  const whole = new URL(way, window.location.origin).href
  return (
    <Typography.Text className="mono" copyable>
      {whole}
    </Typography.Text>
  )
}
