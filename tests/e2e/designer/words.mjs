// What the things of the dock are called in the product's languages.
const words = {
  'Appointment number': { zh: '月台预约号', es: 'Número de cita' },
  Door: { zh: '月台门', es: 'Puerta' },
  'Door 1': { zh: '1 号门', es: 'Puerta 1' },
  'Door 2': { zh: '2 号门', es: 'Puerta 2' },
  'Dock appointment': { zh: '月台预约', es: 'Cita de muelle' },
  Number: { zh: '预约编号', es: 'Número' },
  Warehouse: { zh: '仓库', es: 'Almacén' },
  Due: { zh: '预计到达', es: 'Llegada prevista' },
  Minutes: { zh: '分钟数', es: 'Minutos' },
  'Licence plate': { zh: '车牌号', es: 'Matrícula' },
  Note: { zh: '备注', es: 'Nota' },
  'Enter the licence plate first': { zh: '请先填写车牌号', es: 'Indique primero la matrícula' },
  Dock: { zh: '月台', es: 'Muelle' },
  Carrier: { zh: '承运商', es: 'Transportista' },
}

/** A word in a language; one that only English is known for stands for all. */
export const wordIn = (language, word) => words[word]?.[language] ?? word
