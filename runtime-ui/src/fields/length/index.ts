import { measureKit } from '../number/measure'

export const lengthKit = measureKit(2)
