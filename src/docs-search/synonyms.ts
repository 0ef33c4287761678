/** A line for words that mean the same to someone who searches, in both languages. Inflections are found without being here. */
const GLOSSARY = `
boleto billet slip
webhook postback callback notification notificação ipn
qr qrcode brcode
estorno reembolso devolução refund refunded reversal
parcela parcelado parcelar parcelamento instalment
chargeback dispute disputa contestação contest
cartão card crédito credit débito debit
assinatura subscription recorrente recorrência recurring plano plan mensalidade mensal monthly yearly anual
saque sacar retirada withdrawal withdraw payout transfer transferência cashout
subconta subaccount seller vendedor recebedor recipient marketplace
cliente customer comprador buyer payer pagador
recusa recusado negado declined refused rejected rejeitado
expirar expirado expired vencido vencimento lapse overdue validade
página paginação paging pagination page
centavos cents reais amount valor decimal decimais
resposta answer response
duas duplicado duplicidade duplicata twice duplicate double duplicated
perdido lost
repetido repeat repeated again
erro error falha failure exception fault
código code
teste test testar simular simulate provocar force
produção production live homologação
antecipação anticipation
nota invoice nfe nfse
signature signed sign assinado hmac authenticity autenticidade segurança security
verify verification check validar validação validate verificar
pago paga paguei pagou paid pay pagar confirmado confirmou
pagamento payment transação transaction
cobrança cobrar charge charged cobrado
salvar guardar salvo stored store save saved tokenize tokenised vault
requisição request
errado incorreto inválido wrong invalid
cvv cvc cvv2
node nodejs
taxa tarifa fee comissão commission
juros interest
multa fine penalty
saldo balance extrato statement
conta account
banco bancário bancária bank iban swift
chave key credencial credentials
cancelar cancel canceled cancelled
dividir divisão repasse split divide
cadastrar cadastro register onboarding kyc signup novo
ngrok tunnel túnel cloudflared 127.0.0.1
locally localmente local localhost machine máquina
payload body corpo
arrives chega
iterate iterar loop percorrer
offline internet rede network
maquininha terminal pos presencial tef
preauthorization authorization captura capture autorização hold void
golang go
swagger openapi
laravel symfony wordpress woocommerce php
django flask fastapi python
spring kotlin java
axios fetch
next nextjs remix sveltekit
abortcontroller abortsignal signal abort
ci github gitlab actions pipeline jenkins
dunning inadimplência inadimplente
reset limpar zerar resetar clear wipe
adiantar avançar advance fast forward
log logs logging registro
senha password secret segredo
pendente pending aguardando
enviar send sent
criptografia encryption encrypted encrypt
lento slow latency
assíncrono async await
download baixar exportar export
ia agente copilot cursor claude llm agent ai mcp
vender venda sell sale
receber receive recebimento
reenviar redeliver resend redelivery
compra purchase
prazo deadline window janela
semver versioning versionamento compatible compatibility
plataforma platform
trial grátis gratuito free
desconto discount coupon cupom
loja shop ecommerce
aprovado approved
relógio clock
fuso timezone zone utc
antifraude fraude fraud antifraud
docker container podman kubernetes k8s compose
timeout timed 408
tentativa retry reenvio attempt retentativa
ambiente environment url endereço address
limite limit throttling 429
token jwt bearer
lista listar list
consultar ler obter buscar read get retrieve
atualizar alterar mudar trocar editar update change edit
suspender pausar suspend pause
criar create gerar
apagar excluir delete remover remove
número number
começar início start started quickstart
instalar instalação install npm
status situação
`;

/** The groups of words that mean the same. A word is in one of them. */
export const SYNONYMS: readonly (readonly string[])[] = GLOSSARY.trim()
  .split("\n")
  .map((line) => line.split(" "));
